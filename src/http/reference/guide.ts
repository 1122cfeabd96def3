import { errorsGuide } from './guide-errors.ts';
import { filtersGuide } from './guide-filters.ts';
import { numbersGuide } from './guide-numbers.ts';
import { reportsGuide } from './guide-reports.ts';
import { requestsGuide } from './guide-requests.ts';
import type { GuideSection } from './guide-section.ts';

export const guide: readonly GuideSection[] = [
  ...requestsGuide,
  ...errorsGuide,
  ...reportsGuide,
  ...filtersGuide,
  ...numbersGuide,
];
