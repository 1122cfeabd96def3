import type { FindDays, WebsiteDays } from '../open-days.ts';
import type { ChangedDay } from './changed-days.ts';
import { websiteKey } from './website-key.ts';

/**
 * What the engine said of the days of websites, for as long as it would say the same. A question is kept from the
 * moment it is asked and shared by all who ask while it is kept, so a change has only to drop it: nobody who asks
 * afterwards is given an answer from before, also when that is still on its way.
 */
export type DayMemory = {
  findDays: FindDays;
  /** Records on an open day leave it open; on any other day they make wrong what is known of the website. */
  addRecords(days: readonly ChangedDay[]): void;
  forget(): void;
};

type Kept = { asked: Promise<WebsiteDays>; answer: WebsiteDays | undefined };

const defaultMostWebsites = 10_000;

/** `ask` must not join a question that was asked before: its answer may be older than the last change. */
export function createDayMemory(ask: FindDays, mostWebsites = defaultMostWebsites): DayMemory {
  const websites = new Map<string, Kept>();

  function keep(key: string, asked: Promise<WebsiteDays>): void {
    const kept: Kept = { asked, answer: undefined };
    asked.then(
      (answer) => {
        kept.answer = answer;
      },
      () => {
        if (websites.get(key) === kept) websites.delete(key);
      },
    );
    websites.set(key, kept);
    const [oldest] = websites.keys();
    if (websites.size > mostWebsites && oldest !== undefined) websites.delete(oldest);
  }

  function learn(workspaceId: string, websiteIds: readonly string[]): Promise<WebsiteDays>[] {
    const answers = ask(workspaceId, websiteIds);
    return websiteIds.map((websiteId, index) => {
      const asked = answers.then((each) => each[index] as WebsiteDays);
      keep(websiteKey(workspaceId, websiteId), asked);
      return asked;
    });
  }

  return {
    async findDays(workspaceId, websiteIds) {
      const known = websiteIds.map((websiteId) => websites.get(websiteKey(workspaceId, websiteId))?.asked);
      const unknown = websiteIds.filter((_, index) => !known[index]);
      const asked = unknown.length > 0 ? learn(workspaceId, unknown) : [];
      return Promise.all(known.map((each) => each ?? (asked.shift() as Promise<WebsiteDays>)));
    },
    addRecords(days) {
      for (const { workspaceId, websiteId, part, day } of days) {
        const key = websiteKey(workspaceId, websiteId);
        if (!websites.get(key)?.answer?.[part].open.includes(day)) websites.delete(key);
      }
    },
    forget: () => websites.clear(),
  };
}
