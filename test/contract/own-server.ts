/** A server inside the test's own process, for what needs an injected clock or a part that fails. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../src/config.ts';
import type { Clock } from '../../src/contract/clock.ts';
import { start } from '../../src/main.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { type ApiClient, createApiClient } from '../harness/api-client.ts';
import { settle } from '../harness/deployments.ts';
import { createPublishedDocument } from '../harness/published-document.ts';
import type { Environment } from '../harness/server-process.ts';
import { createTenant, type Tenant, type TenantOptions } from '../harness/tenant.ts';

export type OwnServer = {
  url: string;
  api: ApiClient;
  control: Control;
  tenant(options?: TenantOptions): Promise<Tenant>;
  settle(): Promise<void>;
  /** Does what is due by the clock. */
  runJobs(): Promise<void>;
  /** The link to make the first owner, where there was none at the start. */
  setUpLink: string | undefined;
  /** Of a command line beside it. */
  environment: Environment;
  stop(): Promise<void>;
};

export async function startOwnServer(
  options: { clock?: Clock; environment?: Environment; catalogue?: readonly Report[] } = {},
): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-own-'));
  const config = parseConfig({
    FOOTFALL_DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    FOOTFALL_SHUTDOWN_SECONDS: '1',
    ...options.environment,
  });
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    let setUpLink: string | undefined;
    const announceSetUp = (link: string) => {
      setUpLink = link;
    };
    const { clock, catalogue } = options;
    const running = await start(config, {
      announceSetUp,
      ...(clock && { clock }),
      ...(catalogue && { catalogue }),
    });
    const { postgresUrl, sqlitePath } = config;
    const control = await openControl(postgresUrl ? { postgresUrl } : { sqlitePath });
    // Other reports are in another document than the product's.
    const api = createApiClient([running.url], catalogue && createPublishedDocument());
    return {
      url: running.url,
      api,
      control,
      tenant: (tenantOptions) => createTenant(control, api, tenantOptions),
      settle: () => settle([running.url]),
      runJobs: () => running.jobs.runDue(),
      setUpLink,
      environment: { FOOTFALL_DATA_DIR: folder, ...options.environment },
      async stop() {
        await control.close();
        await running.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
