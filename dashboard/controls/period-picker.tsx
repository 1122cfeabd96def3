import { useState } from 'react';
import { formatRange } from '../format/dates.ts';
import { usePlace } from '../shell/place.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { IconCalendar } from '../ui/icons.tsx';
import { moveFocus } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { type Period, type Preset, presets } from '../view/period.ts';
import type { Look } from '../view/use-look.ts';
import { Calendar } from './calendar.tsx';

export function PeriodPicker({ look }: { look: Look }) {
  const { period, range } = look;
  const text = typeof period === 'string' ? presets[period] : formatRange(range);
  return (
    <Popover
      label="Days"
      align="end"
      className="period"
      trigger={(control) => (
        <Button {...control} icon={IconCalendar} className="period-button" title={formatRange(range)}>
          {text}
        </Button>
      )}
    >
      {(close) => <PeriodChoices look={look} close={close} />}
    </Popover>
  );
}

function PeriodChoices({ look, close }: { look: Look; close(): void }) {
  const { range, today, change } = look;
  const choose = (period: Period) => {
    change({ period });
    close();
  };
  return (
    <div className="period-choices">
      <ul className="period-presets" onKeyDown={moveFocus}>
        {(Object.keys(presets) as Preset[]).map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className="menu-item"
              aria-current={look.period === preset || undefined}
              onClick={() => choose(preset)}
            >
              {presets[preset]}
            </button>
          </li>
        ))}
      </ul>
      <div className="period-exact">
        <Calendar range={range} today={today} onChoose={choose} />
        <ZoneChoice look={look} />
      </div>
    </div>
  );
}

function ZoneChoice({ look }: { look: Look }) {
  const { workspace } = usePlace();
  const [zones] = useState(() => [
    'UTC',
    ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
  ]);
  return (
    <SelectField
      label="Time zone"
      value={look.view.zone ?? ''}
      onChange={(event) => look.change({ zone: event.target.value || undefined })}
    >
      <option value="">{`${workspace.timezone} (the workspace's)`}</option>
      {zones
        .filter((zone) => zone !== workspace.timezone || zone === look.view.zone)
        .map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
    </SelectField>
  );
}
