import { type Analytics, EngineUnavailable } from './open-analytics.ts';

/** An analytics store that can be handed out before the engine is there: until then every call says so. */
export type LateAnalytics = Analytics & { arrive(analytics: Analytics): void };

export function createLateAnalytics(): LateAnalytics {
  let arrived: Analytics | undefined;
  const require = (): Analytics => {
    if (!arrived) throw new EngineUnavailable('it is still starting');
    return arrived;
  };
  return {
    arrive(analytics) {
      arrived = analytics;
    },
    query: async (statement, options) => require().query(statement, options),
    stream: async (statement, format, signal) => require().stream(statement, format, signal),
    insert: async (table, rows, token) => require().insert(table, rows, token),
    run: async (statement) => require().run(statement),
    derive: async (statement) => require().derive(statement),
    findDays: async (workspaceId, websiteIds) => require().findDays(workspaceId, websiteIds),
    isReachable: async () => (arrived ? arrived.isReachable() : false),
    close: async () => arrived?.close(),
  };
}
