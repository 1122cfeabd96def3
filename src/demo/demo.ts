/**
 * A demonstration: a workspace with an owner, a website, a key and 90 days of made-up traffic. What a visitor does is drawn
 * in visitor.ts and visit.ts, and turned into records by the product's own builders in build-rows.ts. No HTTP and
 * no terminal here, and no part of the product may need this folder.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { type Clock, systemClock } from '../contract/clock.ts';
import type { PublicWebsiteId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { createClaims } from '../ingest/claims.ts';
import { createKey } from '../keys/create-key.ts';
import type { AnalyticsEngine } from '../store/analytics/analytics-engine.ts';
import { ControlError } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';
import { createUser } from '../users/create-user.ts';
import { generatePassword } from '../users/password.ts';
import { createWebsite } from '../websites/create-website.ts';
import { listWebsites } from '../websites/list-websites.ts';
import type { Website } from '../websites/website.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { listWorkspaces } from '../workspaces/list-workspaces.ts';
import { updateWorkspace } from '../workspaces/update-workspace.ts';
import type { Workspace } from '../workspaces/workspace.ts';
import { addProgramRows, addRows, emptyRows, type Target } from './build-rows.ts';
import { insertRows } from './insert-rows.ts';
import { currency, domain } from './shop.ts';
import { buildTraffic } from './traffic.ts';

export const demoName = 'Footfall demo';
const demoEmail = 'demo@footfall.example';
/** Until its last record is in; a second run goes on with it. */
const unfinishedName = `${demoName} (unfinished)`;

export type Demo = {
  workspaceId: WorkspaceId;
  websiteId: PublicWebsiteId;
  websiteUuid: WebsiteUuid;
  /** Null where the workspace was there before: a key is shown only once. */
  key: string | null;
  /** The owner; the password too is null where it was shown before. */
  signIn: { email: string; password: string | null };
  /** ISO-8601: the moment up to which there is traffic. */
  endsAt: string;
};

export type DemoOptions = {
  control: Control;
  analytics: Pick<AnalyticsEngine, 'store'>;
  seed: number;
  visitors: number;
  clock?: Clock;
  /** Aborted: what is there stays, and the next run goes on with it. */
  signal?: AbortSignal;
  onProgress?(done: number, of: number): void;
};

const rowsPerInsert = 20_000;

export async function prepareDemo(options: DemoOptions): Promise<Demo> {
  const { control, clock = systemClock } = options;
  const { workspace, website } = await findOrMake(control, clock);
  const demo = {
    workspaceId: workspace.id,
    websiteId: website.websiteId,
    websiteUuid: website.id,
    endsAt: website.createdAt,
  };
  if (workspace.name === demoName) {
    return { ...demo, key: null, signIn: await ensureOwner(control, workspace.id, clock) };
  }
  await fill(
    { workspaceId: workspace.id, websiteId: website.websiteId },
    Date.parse(website.createdAt),
    options,
  );
  options.signal?.throwIfAborted();
  const scopes = ['pixel:read', 'pixel:write'];
  const { key } = await createKey(control, workspace.id, { name: 'Demo', scopes }, clock);
  await updateWorkspace(control, workspace.id, { name: demoName });
  return { ...demo, key, signIn: await ensureOwner(control, workspace.id, clock) };
}

async function ensureOwner(
  control: Control,
  workspaceId: WorkspaceId,
  clock: Clock,
): Promise<Demo['signIn']> {
  const password = generatePassword();
  try {
    const { isNew } = await createUser(control, { workspaceId, email: demoEmail, password }, clock);
    return { email: demoEmail, password: isNew ? password : null };
  } catch (error) {
    if (!(error instanceof ControlError) || error.code !== 'duplicate_member') throw error;
    return { email: demoEmail, password: null };
  }
}

async function findOrMake(
  control: Control,
  clock: Clock,
): Promise<{ workspace: Workspace; website: Website }> {
  const workspaces = await listWorkspaces(control);
  const workspace =
    workspaces.find(({ name }) => name === demoName) ??
    workspaces.find(({ name }) => name === unfinishedName) ??
    (await createWorkspace(control, { name: unfinishedName, currency }, clock));
  const { items } = await listWebsites(control, workspace.id, { limit: 1000 });
  const website =
    items.find(({ allowedDomains }) => allowedDomains.includes(domain)) ??
    (await createWebsite(control, workspace.id, [domain], clock));
  return { workspace, website };
}

/**
 * Batches are the same each time and carry the same names, so that going on after an interruption stores
 * nothing twice. The next one is built while the engine stores the last.
 */
async function fill(target: Target, now: number, options: DemoOptions): Promise<void> {
  const claims = createClaims(options.control);
  let rows = emptyRows();
  let batch = 0;
  let storing = Promise.resolve();
  for (const group of buildTraffic({ seed: options.seed, visitors: options.visitors, now })) {
    if (options.signal?.aborted) break;
    for (const visitor of group.visitors) addRows(rows, visitor, target);
    addProgramRows(rows, group.programs, target);
    if (rows.hits.length >= rowsPerInsert || group.number === group.of) {
      await storing;
      storing = insertRows(rows, `demo:${target.websiteId}:${batch++}`, options.analytics, claims, now);
      // It may fail before it is awaited, which must not count as unhandled.
      storing.catch(() => undefined);
      rows = emptyRows();
    }
    options.onProgress?.(group.number, group.of);
    // The server answers requests meanwhile.
    await breathe();
  }
  await storing;
}
