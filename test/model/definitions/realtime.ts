import { count } from './figures.ts';
import { findLiveRecords, windowSeconds } from './live-window.ts';
import { distinct } from './order.ts';
import type { Row, View } from './view.ts';

const stepSeconds = 5;

export function buildRealtime(view: View): Row[] {
  const live = findLiveRecords(view);
  const steps = Array.from({ length: windowSeconds / stepSeconds }, (_, index) => {
    const after = view.now - (windowSeconds - index * stepSeconds) * 1000;
    return live.filter(({ ts }) => ts > after && ts <= after + stepSeconds * 1000);
  });
  return [
    {
      live_visitors: count(distinct(live, ({ visitor }) => visitor)),
      live_events: count(live),
      visitors_sparkline: steps.map((step) => distinct(step, ({ visitor }) => visitor).size),
      events_sparkline: steps.map((step) => step.length),
      window_seconds: windowSeconds,
      step_seconds: stepSeconds,
    },
  ];
}
