import { useId } from 'react';
import { useReport } from '../../api/reports.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { IconCross, IconDown, IconPlus, IconUp } from '../../ui/icons.tsx';
import type { Look } from '../../view/use-look.ts';
import { withoutFilters } from '../../view/without-filters.ts';
import { fewestSteps, mostSteps, moveStep, type Step, type StepKind, windowChoices } from './steps.ts';

export type StepEditorProps = {
  look: Look;
  steps: readonly Step[];
  windowHours: number;
  onSteps(steps: readonly Step[]): void;
  onWindow(hours: number): void;
};

/** The steps one under the other: each a page or a goal, to be moved and taken away. */
export function StepEditor({ look, steps, windowHours, onSteps, onWindow }: StepEditorProps) {
  const pagesId = useId();
  const goalsId = useId();
  const change = (index: number, step: Step) => onSteps(steps.with(index, step));
  return (
    <div className="step-editor">
      <Suggestions look={look} pagesId={pagesId} goalsId={goalsId} />
      <ol className="step-rows">
        {steps.map((step, index) => (
          <StepRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; two may be alike.
            key={index}
            step={step}
            number={index + 1}
            count={steps.length}
            listId={step.kind === 'goal' ? goalsId : pagesId}
            onChange={(next) => change(index, next)}
            onMove={(by) => onSteps(moveStep(steps, index, by))}
            onRemove={() => onSteps(steps.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Button
        icon={IconPlus}
        disabled={steps.length >= mostSteps}
        onClick={() => onSteps([...steps, { kind: 'page', value: '' }])}
      >
        Add a step
      </Button>
      <SelectField
        label="All steps within"
        value={windowHours}
        onChange={(event) => onWindow(Number(event.target.value))}
      >
        {windowChoices(windowHours).map(([hours, label]) => (
          <option key={hours} value={hours}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

type StepRowProps = {
  step: Step;
  number: number;
  count: number;
  listId: string;
  onChange(step: Step): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
};

function StepRow({ step, number, count, listId, onChange, onMove, onRemove }: StepRowProps) {
  return (
    <li className="step-row">
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      <select
        className="input step-kind"
        aria-label={`Kind of step ${number}`}
        value={step.kind}
        onChange={(event) => onChange({ kind: event.target.value as StepKind, value: '' })}
      >
        <option value="page">Page</option>
        <option value="goal">Goal</option>
      </select>
      <input
        className="input step-value"
        aria-label={`Step ${number}`}
        list={listId}
        value={step.value}
        maxLength={500}
        placeholder={step.kind === 'goal' ? 'signup' : '/pricing or /blog/*'}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...step, value: event.target.value })}
      />
      <span className="step-buttons">
        <IconButton
          icon={IconUp}
          label={`Move step ${number} up`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={IconDown}
          label={`Move step ${number} down`}
          disabled={number === count}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon={IconCross}
          label={`Remove step ${number}`}
          disabled={count <= fewestSteps}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

type Named = { path: string } & { goal_name: string };

/** What was viewed and reached in these days, most first. */
function Suggestions({ look, pagesId, goalsId }: { look: Look; pagesId: string; goalsId: string }) {
  const pages = useReport<Named>(withoutFilters(look.question('pixel/analytics/pages', { limit: 200 })));
  const goals = useReport<Named>(
    withoutFilters(look.question('pixel/metrics/goal_conversions', { limit: 200 })),
  );
  return (
    <>
      <datalist id={pagesId}>
        {pages.data?.data.map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <datalist id={goalsId}>
        {goals.data?.data.map(({ goal_name }) => (
          <option key={goal_name} value={goal_name} />
        ))}
      </datalist>
    </>
  );
}
