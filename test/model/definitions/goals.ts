import { isAutomatic, isPageview, type ModelRecord, type Reached } from './record.ts';

/** What an owner defined: a name for the views of some paths, or an event that is a goal. */
export type GoalRule = { website: string; name: string; type: 'page' | 'event'; match: string };

/** Each pageview once for each page goal that its path matches, and automatic events that are goals, under their own names. */
export function findReached(records: readonly ModelRecord[], rules: readonly GoalRule[]): Reached[] {
  return records.flatMap((record): Reached[] => {
    const own = rules.filter(({ website }) => website === record.website);
    if (isPageview(record)) {
      const goals = own.filter(({ type, match }) => type === 'page' && matchesPath(match, record.path));
      return goals.map(({ name }) => build(record, name, { path: record.path }));
    }
    const isGoal =
      isAutomatic(record) && own.some(({ type, match }) => type === 'event' && match === record.name);
    return isGoal ? [build(record, record.name, record.details)] : [];
  });
}

type Source = Extract<ModelRecord, { kind: 'pageview' | 'custom' | 'automatic' }>;

function build(
  { website, ts, seq, visitor, session, kind }: Source,
  name: string,
  details: Reached['details'],
): Reached {
  const by = kind === 'automatic' ? 'automatic' : 'pageview';
  return { kind: 'reached', by, website, ts, seq, visitor, session, name, details };
}

/** A star stands for any characters, also for none. */
export function matchesPath(match: string, path: string): boolean {
  const star = match.indexOf('*');
  if (star < 0) return match === path;
  if (!path.startsWith(match.slice(0, star))) return false;
  const rest = match.slice(star + 1);
  const behind = path.slice(star);
  return Array.from({ length: behind.length + 1 }, (_, start) => start).some((start) =>
    matchesPath(rest, behind.slice(start)),
  );
}
