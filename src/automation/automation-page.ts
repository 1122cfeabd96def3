/**
 * What a workspace configures for itself to run: goals, alerts, scheduled reports and share links. They are
 * stored and listed here; nothing here runs, sends or serves them.
 */
import { isUuid, type WebsiteUuid } from '../contract/ids.ts';
import type { PageRequest } from '../store/control/page.ts';

export type AutomationPage = PageRequest & { websiteUuid?: string | undefined };

/** What no UUID can be selects no website: the nil UUID belongs to none. */
export function parseWebsiteUuid(text: string): WebsiteUuid {
  return (isUuid(text) ? text.toLowerCase() : '00000000-0000-0000-0000-000000000000') as WebsiteUuid;
}
