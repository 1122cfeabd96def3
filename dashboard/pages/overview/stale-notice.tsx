import { useReport } from '../../api/reports.ts';
import { Notice } from '../../ui/states.tsx';
import type { Look } from '../../view/use-look.ts';

/** The server says with every report whether records wait that it does not have yet. */
export function StaleNotice({ look }: { look: Look }) {
  const { data } = useReport(look.question('pixel/analytics/headline'));
  if (data?.data_status !== 'delayed') return null;
  return (
    <Notice tone="warn">
      New visits arrive faster than they can be counted; numbers lag behind by a moment.
    </Notice>
  );
}
