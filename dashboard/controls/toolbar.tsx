/**
 * What every page of a website has above it: the days, what they are compared with, filters and segments. All of it
 * changes the view in the address and nothing else.
 */
import { Suspense } from 'react';
import { lazyPart } from '../load-code.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { IconButton } from '../ui/button.tsx';
import { IconLeft, IconRight } from '../ui/icons.tsx';
import type { Preset } from '../view/period.ts';
import { shiftRange } from '../view/period.ts';
import type { Look } from '../view/use-look.ts';
import { ComparisonMenu } from './comparison-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { PeriodPicker } from './period-picker.tsx';

const CurrencyMenu = lazyPart(() => import('./currency-menu.tsx'));

const presetKeys: readonly [key: string, preset: Preset, label: string][] = [
  ['d', 'today', 'Today'],
  ['y', 'yesterday', 'Yesterday'],
  ['w', '7d', 'Last 7 days'],
  ['m', '30d', 'Last 30 days'],
  ['q', '90d', 'Last 90 days'],
];

export type ToolbarProps = {
  look: Look;
  /** Reports that compare nothing, or take no filters, leave these away. */
  compares?: boolean;
  filters?: boolean;
  /** Pages that show no amounts, or those of every currency, need no choice of one. */
  currencies?: boolean;
};

export function Toolbar({ look, compares = true, filters = true, currencies = true }: ToolbarProps) {
  const { today, change } = look;
  // What was chosen, also where it is cut at today: a month goes to the month before.
  const range = typeof look.period === 'string' ? look.range : look.period;
  const after = shiftRange(range, 1);
  const isLast = after.from > today;
  const goBack = () => change({ period: shiftRange(range, -1) });
  const goOn = () => {
    if (!isLast) change({ period: after });
  };
  useShortcuts([
    ...presetKeys.map(([keys, preset, label]) => ({ keys, label, run: () => change({ period: preset }) })),
    { keys: '[', label: 'Previous period', run: goBack },
    { keys: ']', label: 'Next period', run: goOn },
  ]);
  return (
    <div className="toolbar">
      {filters && <FilterBar look={look} />}
      <div className="toolbar-days">
        {currencies && look.currencies.length > 1 && (
          <Suspense fallback={null}>
            <CurrencyMenu look={look} />
          </Suspense>
        )}
        {compares && <ComparisonMenu look={look} />}
        <PeriodPicker look={look} />
        <div className="toolbar-steps">
          <IconButton icon={IconLeft} label="Previous period" onClick={goBack} />
          <IconButton icon={IconRight} label="Next period" disabled={isLast} onClick={goOn} />
        </div>
      </div>
    </div>
  );
}
