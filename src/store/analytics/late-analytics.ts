import type { BoundedEngine } from './bounded-engine.ts';
import { EngineUnavailable } from './engine-errors.ts';

/** An engine that can be handed out before it has started: until then every call throws `EngineUnavailable`. */
export type LateAnalytics = BoundedEngine & { arrive(engine: BoundedEngine): void };

export function createLateAnalytics(): LateAnalytics {
  let arrived: BoundedEngine | undefined;
  const require = (): BoundedEngine => {
    if (!arrived) throw new EngineUnavailable('it is still starting');
    return arrived;
  };
  return {
    arrive(engine) {
      arrived = engine;
    },
    noteChange: () => arrived?.noteChange(),
    store: async (batch) => require().store(batch),
    openSources: async (tenant, options) => require().openSources(tenant, options),
    query: async (question, options) => require().query(question, options),
    async *stream(question, options) {
      yield* require().stream(question, options);
    },
    removeConversions: async (website, choice) => require().removeConversions(website, choice),
    findTransactions: async (website, choice) => require().findTransactions(website, choice),
    removePayments: async (website, choice, lastSeq) => require().removePayments(website, choice, lastSeq),
    removeWebsite: async (website) => require().removeWebsite(website),
    removePerson: async (website, person) => require().removePerson(website, person),
    removeOldest: async (workspaceId, edge) => require().removeOldest(workspaceId, edge),
    rewrite: async () => require().rewrite(),
    isReachable: async () => (arrived ? arrived.isReachable() : false),
    countFailedDays: () => arrived?.countFailedDays?.() ?? 0,
    close: async () => arrived?.close(),
  };
}
