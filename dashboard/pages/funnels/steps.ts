/** Steps of a funnel as they are edited, in the address, and as the API takes them. */
export type StepKind = 'page' | 'goal';
export type Step = { kind: StepKind; value: string };

export const fewestSteps = 2;
export const mostSteps = 10;
export const defaultWindowHours = 168;

export const emptySteps: readonly Step[] = [
  { kind: 'page', value: '' },
  { kind: 'page', value: '' },
];

export function parseStep(text: string): Step {
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon) === 'goal' ? 'goal' : 'page';
  return { kind, value: text.slice(colon + 1) };
}

export const writeStep = ({ kind, value }: Step): string => `${kind}:${value}`;

/** One text for the address and the API; a comma inside a step is escaped. */
export const joinSteps = (steps: readonly string[]): string =>
  steps.map((step) => step.replaceAll(',', '\\,')).join(',');

export const splitSteps = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .filter((step) => step !== '')
    .map((step) => step.replaceAll('\\,', ','));

/** Those that can be asked for: a step that is still empty is none yet. */
export const completeSteps = (steps: readonly Step[]): Step[] =>
  steps.map((step) => ({ ...step, value: step.value.trim() })).filter(({ value }) => value !== '');

export function moveStep(steps: readonly Step[], index: number, by: -1 | 1): Step[] {
  const moved = [...steps];
  const [taken] = moved.splice(index, 1);
  if (taken) moved.splice(index + by, 0, taken);
  return moved;
}

const windows: readonly (readonly [hours: number, label: string])[] = [
  [1, 'an hour'],
  [24, 'a day'],
  [168, '7 days'],
  [720, '30 days'],
  [2160, '90 days'],
];

export const windowChoices = (current: number) =>
  windows.some(([hours]) => hours === current)
    ? windows
    : [...windows, [current, `${current} hours`] as const].toSorted(([one], [other]) => one - other);

export const describeWindow = (hours: number): string =>
  windows.find(([each]) => each === hours)?.[1] ?? `${hours} hours`;

export const sameSteps = (one: readonly string[], other: readonly string[]): boolean =>
  joinSteps(one) === joinSteps(other);
