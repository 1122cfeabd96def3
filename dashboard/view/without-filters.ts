import type { ReportQuestion } from '../api/reports.ts';
import { isFilterName } from './filters.ts';

/** Of one visitor everything is shown, whatever led to them. */
export function withoutFilters(question: ReportQuestion): ReportQuestion {
  const query = Object.entries(question.query).filter(([name]) => !isFilterName(name));
  return { ...question, query: Object.fromEntries(query) };
}
