import type { Clock } from '../../contract/clock.ts';
import { ApiError } from '../../contract/errors.ts';
import { addDays, dayOf } from '../../contract/time-zone.ts';
import { headline } from '../../reports/headline.ts';
import { pages } from '../../reports/pages.ts';
import type { ReportRunner } from '../../reports/run-report.ts';
import type { BadgeWebsite } from '../../websites/badge.ts';
import type { BadgeQuestion } from './badge-question.ts';

/** How old a figure may be, in this cache and in those of browsers and proxies. */
export const cacheMs = 5 * 60_000;
const cacheSize = 10_000;
/** Figures of one website that the engine computes within `cacheMs`: anybody can ask for any path. */
const mostQuestions = 300;

type Asked = Pick<BadgeQuestion, 'show' | 'days' | 'path'>;
type CacheEntry = { at: number; figure: Promise<number> };

export type BadgeFigures = (website: BadgeWebsite, asked: Asked) => Promise<number>;

/** `reports` is the runner of the dashboard: its days are those of the workspace's zone. */
export function createBadgeFigures(reports: ReportRunner, clock: Clock): BadgeFigures {
  const cache = new Map<string, CacheEntry>();
  const questions = new Map<string, { since: number; count: number }>();

  function countQuestion(websiteId: string, now: number): void {
    const known = questions.get(websiteId);
    const window = known && now - known.since < cacheMs ? known : { since: now, count: 0 };
    if (window.count >= mostQuestions) throw new ApiError('badge_limit_exceeded');
    questions.set(websiteId, { ...window, count: window.count + 1 });
    trim(questions, cacheSize);
  }

  return (website, asked) => {
    const now = clock();
    const key = JSON.stringify([website.websiteId, asked.show, asked.days, asked.path]);
    const known = cache.get(key);
    if (known && now - known.at < cacheMs) return known.figure;
    countQuestion(website.websiteId, now);
    const figure = askFigure(reports, website, asked, now);
    cache.delete(key);
    cache.set(key, { at: now, figure });
    trim(cache, cacheSize);
    figure.catch(() => cache.delete(key));
    return figure;
  };
}

async function askFigure(
  reports: ReportRunner,
  { workspaceId, websiteId, retentionDays, timezone }: BadgeWebsite,
  { show, days, path }: Asked,
  now: number,
): Promise<number> {
  const today = dayOf(now, timezone);
  const first = days === undefined ? 0 : addDays(today, 1 - days);
  const query = {
    website_id: websiteId,
    from_date: writeDay(first),
    to_date: writeDay(today),
    tz: timezone,
    ...(path !== undefined && { page: `is:${path.replaceAll(',', '\\,')}` }),
  };
  const reader = { workspaceId, retentionDays };
  if (path !== undefined && show === 'pageviews') {
    const { data } = await reports.runRest(pages, reader, query);
    return Number(data[0]?.views ?? 0);
  }
  const { data } = await reports.runRest(headline, reader, query);
  return Number(data[0]?.[show] ?? 0);
}

const writeDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** The oldest go first. */
function trim(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
