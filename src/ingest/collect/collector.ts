/**
 * The way of a hit from a browser: named steps that fill it in or leave it out for a reason, then the same record
 * builders and spool as the API. What lives here: what only browsers need. What must not: HTTP.
 */
import type { Clock } from '../../contract/clock.ts';
import type { DropReason } from '../../contract/drop-reasons.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Log } from '../../contract/log.ts';
import type { WebsiteDirectory } from '../../contract/website-directory.ts';
import type { Inlet } from '../spool.ts';
import { buildDraft } from './build-draft.ts';
import { createCookieless } from './cookieless.ts';
import { createDropCounter, type Drop } from './drop-counter.ts';
import { createHitLimits } from './hit-limits.ts';
import { runSteps } from './steps.ts';
import type { Arrival, Visit } from './visit.ts';

export type Collector = {
  /** The reason when the hit was left out; undefined when it is on its way. */
  collect(arrival: Omit<Arrival, 'at'>): Promise<DropReason | undefined>;
  /** Writes the counts of dropped hits; to be called before the spool closes. */
  stop(): Promise<void>;
};

export type CollectorOptions = {
  spool: Pick<Inlet, 'append'>;
  clock: Clock;
  log: Log;
  findWebsite: WebsiteDirectory['findKnown'];
  /** Finds the website of a host; for scripts that carry an unknown ID. */
  findWebsiteByHost: WebsiteDirectory['findKnownByHost'];
  findSalts(at: number): Promise<readonly string[]>;
  ownDomains: WebsiteDirectory['ownDomains'];
  findCountry(address: string): string;
  onAccepted(): void;
  hitsPerAddress: number;
  hitsPerWebsite: number;
};

type DroppedVisit = Partial<Visit> & Pick<Visit, 'arrival'>;

const writeDropsMs = 5_000;

export function createCollector(options: CollectorOptions): Collector {
  const { spool, clock } = options;
  const drops = createDropCounter();
  const surroundings = {
    findWebsite: options.findWebsite,
    findSalts: options.findSalts,
    cookieless: createCookieless(),
    limits: createHitLimits(options.hitsPerAddress, options.hitsPerWebsite),
  };

  async function writeDrops(): Promise<void> {
    for (const { at, ...drop } of drops.take()) {
      await spool.append({ claims: [], record: { kind: 'drops', ...drop, ts: at } });
    }
    options.onAccepted();
  }
  const warn = (error: unknown) =>
    options.log.warn({ err: error }, 'counts of dropped hits could not be kept');
  const timer = setInterval(() => writeDrops().catch(warn), writeDropsMs);
  timer.unref();

  async function countDrop(visit: DroppedVisit, reason: DropReason): Promise<void> {
    const host = visit.url?.hostname ?? visit.arrival.originHost;
    const website = visit.website ?? (await findOwner(visit, reason, host));
    // A hit that leads to no website belongs to nobody: only the header of the answer tells its reason.
    if (!website) return;
    const { workspaceId, websiteId } = website;
    const drop: Drop = { workspaceId, websiteId, reason, host, at: visit.arrival.at };
    drops.count(drop);
  }

  /** Looking up a host reads all websites, so a sender above the limit must not cause it. */
  async function findOwner({ message }: DroppedVisit, reason: DropReason, host: string) {
    if (reason === 'rate_limited') return message && options.findWebsite(message.o.websiteId);
    return host ? options.findWebsiteByHost(host) : undefined;
  }

  return {
    async collect(incoming) {
      const arrival = { ...incoming, at: clock() };
      const { visit, dropped } = await runSteps(arrival, surroundings);
      if (dropped) {
        await countDrop(visit, dropped);
        return dropped;
      }
      const ownDomains = await options.ownDomains(visit.website.workspaceId);
      const findCountry = (address: string) => arrival.countryHeader || options.findCountry(address);
      const draft = buildDraft(visit, { ownDomains, findCountry });
      try {
        await spool.append({ claims: draft.claims, record: draft.record(draft.response) });
      } catch (cause) {
        throw new ApiError('ingest_unavailable', { cause });
      }
      options.onAccepted();
      return undefined;
    },
    async stop() {
      clearInterval(timer);
      await writeDrops().catch(warn);
    },
  };
}
