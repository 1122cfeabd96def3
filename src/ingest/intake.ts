/**
 * The way of a record from a checked body to the spool, and from there to the engine. What lives here: the pipeline, the
 * spool and its drain, enrichment. What must not: HTTP, keys, reports.
 */
import type { EventBody, GoalBody, IdentityBody, PaymentBody } from '../contract/bodies.ts';
import type { Clock } from '../contract/clock.ts';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { WebsiteDirectory } from '../contract/website-directory.ts';
import {
  buildEvent,
  buildGoal,
  buildIdentity,
  buildPayment,
  type Draft,
  type Sender,
} from './build-drafts.ts';
import { type Claims, retryClaim } from './claims.ts';
import { readPath } from './page-address.ts';
import type { Inlet } from './spool.ts';

export type Endpoint = 'events' | 'goals' | 'payments' | 'identify';

export type Intake = {
  event(sender: IntakeSender, body: EventBody): Promise<object>;
  goal(sender: IntakeSender, body: GoalBody): Promise<object>;
  payment(sender: IntakeSender, body: PaymentBody): Promise<object>;
  identity(sender: IntakeSender, body: IdentityBody): Promise<object>;
};

export type IntakeSender = {
  workspaceId: WorkspaceId;
  /** The Idempotency-Key header; `event_id` in the body says the same and goes first. */
  idempotencyKey: string | undefined;
};

export type IntakeOptions = {
  spool: Pick<Inlet, 'append'>;
  claims: Claims;
  clock: Clock;
  ownDomains: WebsiteDirectory['ownDomains'];
  findCountry(address: string): string;
  onAccepted(): void;
};

type Retryable = { website_id: string; event_id?: string | undefined };

export function createIntake(options: IntakeOptions): Intake {
  const { spool, claims, clock } = options;

  async function accept(
    endpoint: Endpoint,
    sender: IntakeSender,
    body: Retryable,
    draft: Draft,
  ): Promise<object> {
    const key = body.event_id || sender.idempotencyKey;
    const claim = key && retryClaim(sender.workspaceId, endpoint, body.website_id, key);
    const unavailable = endpoint === 'identify' ? 'identify_unavailable' : 'ingest_unavailable';
    return orUnavailable(unavailable, async () => {
      if (!claim) {
        await spool.append({ claims: draft.claims, record: draft.record(draft.response) });
        options.onAccepted();
        return draft.response;
      }
      const first = await claims.reserve(claim, { ...draft, workspaceId: sender.workspaceId }, clock());
      if (first.isSettled) return first.response;
      // Not yet known to be stored, so it is spooled again; the drain drops the second copy.
      await spool.append({
        claims: [...draft.claims, claim],
        record: draft.record(first.response as Draft['response']),
      });
      options.onAccepted();
      return first.response;
    });
  }

  const senderOf = (sender: IntakeSender): Sender => ({ workspaceId: sender.workspaceId, now: clock() });

  return {
    async event(sender, body) {
      const ownDomains = body.referrer ? await options.ownDomains(sender.workspaceId) : [];
      const { body: told, clickIds } = readPath(body);
      const surroundings = { ownDomains, findCountry: options.findCountry };
      const browser = clickIds.length > 0 ? { clickIds } : undefined;
      return accept('events', sender, body, buildEvent(senderOf(sender), told, surroundings, browser));
    },
    goal: (sender, body) => accept('goals', sender, body, buildGoal(senderOf(sender), body)),
    payment: (sender, body) => accept('payments', sender, body, buildPayment(senderOf(sender), body)),
    identity: (sender, body) =>
      accept('identify', sender, body, buildIdentity(senderOf(sender), body, 'server')),
  };
}

async function orUnavailable<Result>(code: ErrorCode, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new ApiError(code, { cause });
  }
}
