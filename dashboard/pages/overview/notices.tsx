import { toNumber, useReport } from '../../api/reports.ts';
import { FirstAdvice, useIsUnvisited } from '../../installation/advice.tsx';
import { Notice } from '../../ui/states.tsx';
import type { Look } from '../../view/use-look.ts';

/** What explains the numbers below, where they could mislead. */
export function Notices({ look }: { look: Look }) {
  const { data } = useReport(look.question('pixel/analytics/headline'));
  if (!data) return null;
  if (data.data_status === 'delayed') {
    return (
      <Notice tone="warn">
        New visits arrive faster than they can be counted; numbers lag behind by a moment.
      </Notice>
    );
  }
  const isEmpty = toNumber(data.data[0]?.visitors) === 0;
  return isEmpty ? <NeverNotice look={look} /> : null;
}

/** Nobody in these days may also mean that nobody was ever counted. */
function NeverNotice({ look }: { look: Look }) {
  return useIsUnvisited(look) ? (
    <Notice>
      <FirstAdvice />
    </Notice>
  ) : null;
}
