import { errorsGuide } from './guide-errors.ts';
import { filtersGuide } from './guide-filters.ts';
import { numbersGuide } from './guide-numbers.ts';
import { requestsGuide } from './guide-requests.ts';
import type { Html } from './html.ts';

/** What holds for every endpoint, told once. */
export type GuideSection = { id: string; title: string; text: Html; samples?: Html };

export const guide: readonly GuideSection[] = [
  ...requestsGuide,
  ...errorsGuide,
  ...filtersGuide,
  ...numbersGuide,
];
