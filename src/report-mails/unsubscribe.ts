import { createHmac } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { isUuid } from '../contract/ids.ts';
import { findNextRun } from '../contract/schedule.ts';
import { fingerprintSecret, isSameFingerprint } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';

/** Names a report and one of its recipients; only who has the report's secret can make one. */
export function buildUnsubscribeToken(
  report: { id: string; unsubscribeSecret: string },
  address: string,
): string {
  return `${report.id}.${createHmac('sha256', report.unsubscribeSecret).update(address).digest('base64url')}`;
}

export type Subscription = {
  address: string;
  reportName: string;
  websiteName: string;
  isSubscribed: boolean;
};

/** `invalid_link` where the token names nobody, as after the report was deleted. */
export async function requireSubscription(control: Control, token: string): Promise<Subscription> {
  const { row, address } = await requireRow(control, token);
  const [domain = ''] = JSON.parse(row.allowed_domains_json) as string[];
  const unsubscribed: string[] = JSON.parse(row.unsubscribed_json);
  return {
    address,
    reportName: row.name,
    websiteName: domain,
    isSubscribed: !unsubscribed.includes(address),
  };
}

/** Idempotent: whoever has the link may use it several times. */
export async function changeSubscription(
  control: Control,
  token: string,
  isWanted: boolean,
  now: number,
): Promise<Subscription> {
  const { row, address } = await requireRow(control, token);
  const others = (JSON.parse(row.unsubscribed_json) as string[]).filter((each) => each !== address);
  const unsubscribed = isWanted ? others : [...others, address];
  const recipients: string[] = JSON.parse(row.recipients_json);
  const isRead = recipients.some((each) => !unsubscribed.includes(each));
  await control.db
    .updateTable('scheduled_reports')
    .set({
      unsubscribed_json: JSON.stringify(unsubscribed),
      next_run_at: isRead ? (row.next_run_at ?? findNextRun(row, now)) : null,
    })
    .where('id', '=', row.id)
    // Optimistic locking: where two people unsubscribe at the same moment, the later update is retried.
    .where('unsubscribed_json', '=', row.unsubscribed_json)
    .execute();
  const after = await requireSubscription(control, token);
  return after.isSubscribed === isWanted ? after : changeSubscription(control, token, isWanted, now);
}

async function requireRow({ db }: Control, token: string) {
  const [id = '', signature = ''] = token.split('.');
  if (!isUuid(id)) throw new ApiError('invalid_link');
  const row = await db
    .selectFrom('scheduled_reports as report')
    .innerJoin('websites as website', 'website.id', 'report.website_id')
    .select([
      'report.id',
      'report.name',
      'report.frequency',
      'report.timezone',
      'report.hour',
      'report.recipients_json',
      'report.unsubscribed_json',
      'report.unsubscribe_secret',
      'report.next_run_at',
      'website.allowed_domains_json',
    ])
    .where('report.id', '=', id)
    .executeTakeFirst();
  const recipients: string[] = JSON.parse(row?.recipients_json ?? '[]');
  const facts = { id, unsubscribeSecret: row?.unsubscribe_secret ?? '' };
  const address = recipients.find((each) =>
    isSameToken(buildUnsubscribeToken(facts, each), `${id}.${signature}`),
  );
  if (!row || address === undefined) throw new ApiError('invalid_link');
  return { row, address };
}

function isSameToken(one: string, other: string): boolean {
  return isSameFingerprint(fingerprintSecret(one), fingerprintSecret(other));
}
