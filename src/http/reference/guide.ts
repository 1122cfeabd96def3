import type { Report } from '../../reports/define-report.ts';
import { errorsGuide } from './guide-errors.ts';
import { filtersGuide } from './guide-filters.ts';
import { numbersGuide } from './guide-numbers.ts';
import { buildReportsGuide } from './guide-reports.ts';
import { requestsGuide } from './guide-requests.ts';
import type { GuideSection } from './guide-section.ts';

export const buildGuide = (reports: readonly Report[]): readonly GuideSection[] => [
  ...requestsGuide,
  ...errorsGuide,
  ...buildReportsGuide(reports),
  ...filtersGuide,
  ...numbersGuide,
];
