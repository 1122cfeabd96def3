import { Suspense, useState } from 'react';
import { lazyPart } from '../load-code.ts';
import { canWrite, useWebsite } from '../shell/place.tsx';
import { dayIn, daysBetween } from '../view/day.ts';
import { useFirstDay } from '../view/usual-period.ts';
import { areFirstStepsHidden } from './hidden-steps.ts';

const FirstSteps = lazyPart(() => import('./first-steps.tsx'));
const shownForDays = 14;

/** Their code comes only where they are shown: after the first visit, for two weeks, to who can take them. */
export function FirstStepsPlace() {
  const place = useWebsite();
  const { website, workspace } = place;
  const firstDay = useFirstDay();
  const [isHidden, setIsHidden] = useState(() => areFirstStepsHidden(website.websiteId));
  const today = dayIn(workspace.timezone, Date.now());
  const isNew = firstDay !== null && daysBetween(firstDay, today) < shownForDays;
  if (!isNew || isHidden || !canWrite(place)) return null;
  return (
    <Suspense fallback={null}>
      <FirstSteps onHide={() => setIsHidden(true)} />
    </Suspense>
  );
}
