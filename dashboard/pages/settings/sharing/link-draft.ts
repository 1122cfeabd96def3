import type { SharePage } from '../../../../src/contract/share-pages.ts';
import type { ShareLink } from '../../../api/share-links.ts';
import { navigation } from '../../../shell/navigation.ts';

/** Pages that a link can show, under the names that they have in the dashboard. */
export const pageLabels: readonly { page: SharePage; label: string }[] = navigation
  .map(({ path, label }) => ({ page: (path.slice(1) || 'overview') as SharePage, label }))
  .filter(({ page }) => (page as string) !== 'health');

/** A link as it is being filled in. */
export type LinkDraft = {
  websiteId: string;
  name: string;
  pages: readonly SharePage[];
  hidesRevenue: boolean;
  hidesVisitors: boolean;
  segmentId: string;
  /** Of a link that has one: whether it stays. */
  keepsPassword: boolean;
  password: string;
  /** A day, or nothing. */
  lastDay: string;
  frames: 'nobody' | 'listed' | 'anybody';
  /** One a line. */
  framers: string;
};

export function beginDraft(link: ShareLink | undefined, websiteId: string): LinkDraft {
  const frameAncestors = link?.frameAncestors ?? [];
  const isOpen = frameAncestors.includes('*');
  return {
    websiteId: link?.websiteId ?? websiteId,
    name: link?.name ?? '',
    pages: link?.pages ?? ['overview'],
    hidesRevenue: link?.hidesRevenue ?? true,
    hidesVisitors: link?.hidesVisitors ?? true,
    segmentId: link?.segmentId ?? '',
    keepsPassword: link?.hasPassword ?? false,
    password: '',
    lastDay: link?.expiresAt ? localDayOf(link.expiresAt) : '',
    frames: isOpen ? 'anybody' : frameAncestors.length > 0 ? 'listed' : 'nobody',
    framers: isOpen ? '' : frameAncestors.join('\n'),
  };
}

const ofSingleVisitors: readonly SharePage[] = ['visitors', 'sessions'];
const beyondFilters: readonly SharePage[] = ['realtime', 'ai', ...ofSingleVisitors];

/** Why a page cannot be shown, by what else was chosen. */
export function whyNot(page: SharePage, draft: LinkDraft): string | undefined {
  if (draft.segmentId !== '' && beyondFilters.includes(page)) return 'not with a segment';
  if (draft.hidesRevenue && page === 'revenue') return 'revenue is hidden';
  if (draft.hidesVisitors && ofSingleVisitors.includes(page)) return 'visitors are hidden';
  return undefined;
}

/** As the server takes it. What was not touched is left out, so that it stays. */
export function buildSettings(draft: LinkDraft, before: ShareLink | undefined): Record<string, unknown> {
  const { name, pages, hidesRevenue, hidesVisitors, segmentId, keepsPassword, password } = draft;
  const untouched = before?.expiresAt && localDayOf(before.expiresAt) === draft.lastDay;
  return {
    ...(before ? {} : { websiteId: draft.websiteId }),
    name: name.trim(),
    pages,
    hidesRevenue,
    hidesVisitors,
    segmentId: segmentId === '' ? null : segmentId,
    ...(keepsPassword ? {} : { password: password === '' ? null : password }),
    ...(untouched ? {} : { expiresAt: endOfDay(draft.lastDay) }),
    frameAncestors: listFramers(draft),
  };
}

function listFramers({ frames, framers }: LinkDraft): string[] {
  if (frames === 'nobody') return [];
  return frames === 'anybody' ? ['*'] : framers.split(/[\s,]+/).filter((text) => text !== '');
}

/** Days of the calendar on the wall of whoever chooses. */
function endOfDay(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
}

function localDayOf(instant: string): string {
  const date = new Date(instant);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
