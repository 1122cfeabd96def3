import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createGoal } from '../../../src/automation/create-goal.ts';
import type { Clock } from '../../../src/contract/clock.ts';
import type { PublicWebsiteId, WorkspaceId } from '../../../src/contract/ids.ts';
import { createClaims } from '../../../src/ingest/claims.ts';
import { createRecordDeletion, type RecordDeletion } from '../../../src/ingest/delete-records.ts';
import { type Drain, startDrain } from '../../../src/ingest/drain.ts';
import { openSpool } from '../../../src/ingest/spool.ts';
import type { Report } from '../../../src/reports/define-report.ts';
import { createReportRunner, type ReportRunner } from '../../../src/reports/run-report.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import { rotateIdentitySecret } from '../../../src/websites/rotate-identity-secret.ts';
import { createWebsiteDirectory } from '../../../src/websites/website-directory.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { domainsOf } from '../worlds/question.ts';
import { type Era, type Wave, type WebsiteName, type World, websitesOf } from '../worlds/world.ts';
import { type Deployment, silent } from './deployment.ts';
import { createSender, type Sender } from './send-step.ts';

/** The product's way from a record to a report, with a clock that shows the two moments of an era. */
export type Stage = {
  runner: ReportRunner;
  reports: readonly Report[];
  drain: Drain;
  deletion: RecordDeletion;
  /** Makes the workspaces and websites of a world, new ones each time. */
  enter(world: World): Promise<Scene>;
  turnTo(wave: Wave): void;
  close(): Promise<void>;
};

/** A world on the stage. */
export type Scene = {
  world: World;
  workspaceIds: readonly [WorkspaceId, WorkspaceId];
  publicIds: Readonly<Record<WebsiteName, PublicWebsiteId>>;
  sender: Sender;
};

const roomForAll = 1024 * 1024 * 1024;
const mostBatchRecords = 10_000;
const gatherMs = 5;

export async function openStage(deployment: Deployment, era: Era): Promise<Stage> {
  const { analytics, control, findCountry } = deployment;
  let now = era.first;
  const clock: Clock = () => now;
  // A spool of its own: records are numbered by the clock, which another era turns back.
  const spool = await openSpool({
    directory: join(deployment.folder, `spool-${randomUUID()}`),
    maximumBytes: roomForAll,
    maximumBatchRecords: mostBatchRecords,
    clock,
  });
  const claims = createClaims(control);
  const websites = createWebsiteDirectory(control, clock);
  const drain = startDrain({ spool, analytics, claims, clock, log: silent, gatherMs });
  const shared = { spool, claims, websites, findCountry, clock };

  const reading = { analytics, websites, clock, oldestPendingAt: async () => undefined };

  return {
    reports: deployment.reports,
    runner: createReportRunner(reading),
    drain,
    deletion: createRecordDeletion(analytics, claims, drain),
    async enter(world) {
      const own = await createOne(0);
      const other = await createOne(1);
      const workspaceIds = [own.id, other.id] as const;
      const publicIds = { ...own.websites, ...other.websites, nobody: 'ff_nobody' } as Scene['publicIds'];
      const secrets = new Map([...own.secrets, ...other.secrets]);
      const uuids = new Map([...own.uuids, ...other.uuids]);
      for (const { website, ...goal } of world.goals) {
        const websiteUuid = uuids.get(publicIds[website]) ?? '';
        const owner = own.uuids.has(publicIds[website]) ? own.id : other.id;
        await createGoal(control, owner, { ...goal, websiteUuid }, clock);
      }
      const sender = createSender(shared, workspaceIds, publicIds, secrets);
      return { world, workspaceIds, publicIds, sender };
    },
    turnTo(wave) {
      now = wave === 1 ? era.first : era.second;
    },
    async close() {
      await drain.stop();
      await spool.close();
    },
  };

  /** Websites are named in the order of their public IDs, which some reports are sorted by. */
  async function createOne(workspace: 0 | 1) {
    const { id } = await createWorkspace(control, { name: 'A world' }, clock);
    const publicIds: PublicWebsiteId[] = [];
    const secrets = new Map<string, string>();
    const uuids = new Map<string, string>();
    for (const _ of websitesOf[workspace]) {
      const website = await createWebsite(control, id, domainsOf(workspace), clock);
      const { secret } = await rotateIdentitySecret(control, id, website.id);
      publicIds.push(website.websiteId);
      secrets.set(website.websiteId, secret ?? '');
      uuids.set(website.websiteId, website.id);
    }
    const named = publicIds.toSorted().map((publicId, index) => [websitesOf[workspace][index], publicId]);
    return { id, secrets, uuids, websites: Object.fromEntries(named) as Record<string, PublicWebsiteId> };
  }
}
