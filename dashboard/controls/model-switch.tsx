import { Tabs } from '../ui/tabs.tsx';
import type { Look } from '../view/use-look.ts';
import { type Model, models } from '../view/view.ts';

export const modelWords: Readonly<Record<Model, string>> = {
  last_non_direct: 'The last visit before a payment that did not come directly gets all of it.',
  first: 'The first visit of the 30 days before a payment gets all of it.',
  last: 'The last visit before a payment gets all of it, direct ones too.',
  linear: 'All visits of the 30 days before a payment share it alike.',
};

const names = Object.keys(models) as Model[];

/** The one switch of attribution: every page that shows revenue follows it. */
export function ModelTabs({ look }: { look: Look }) {
  return (
    <Tabs
      label="Model of attribution"
      look="segmented"
      tabs={names.map((name) => ({ name, label: models[name] }))}
      chosen={look.view.model}
      onChoose={(model) => look.change({ model }, { replace: true })}
    />
  );
}

/** The same where there is little room, behind what it is about. */
export function ModelNote({ look }: { look: Look }) {
  const { model } = look.view;
  return (
    <label className="model-note" title={modelWords[model]}>
      Revenue credits
      <select
        value={model}
        aria-label="Which visits revenue is credited to"
        onChange={({ target }) => look.change({ model: target.value as Model }, { replace: true })}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {shortWords[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

const shortWords: Readonly<Record<Model, string>> = {
  last_non_direct: 'the last non-direct visit',
  first: 'the first visit',
  last: 'the last visit',
  linear: 'all visits alike',
};
