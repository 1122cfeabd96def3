/** One suite over both deployments; requests go to the servers of a deployment in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { type ApiClient, createApiClient, loadDocument } from './api-client.ts';
import type { DeploymentName } from './global-deployments.ts';
import type { Environment } from './server-process.ts';
import { createTenant, type Tenant, type TenantOptions } from './tenant.ts';

export type Deployment = {
  name: DeploymentName;
  urls: readonly string[];
  environment: Environment;
  api: ApiClient;
  control(): Control;
  /** A workspace with a website and a key of every scope, and room for a million requests a minute. */
  tenant(options?: TenantOptions): Promise<Tenant>;
  /** Resolves once everything accepted so far is in reports. */
  settle(): Promise<void>;
};

export const deploymentNames: readonly DeploymentName[] = [
  'one server on SQLite',
  'two servers on PostgreSQL',
];

export function describeDeployments(title: string, define: (deployment: Deployment) => void): void {
  for (const name of deploymentNames) describe(`${title}, ${name}`, () => define(useDeployment(name)));
}

/**
 * For what no deployment changes: how parameters are read, in which form rows are shown, and what a report counts,
 * which the worlds of test/model compare on one engine and on a cluster.
 */
export function describeOneServer(title: string, define: (deployment: Deployment) => void): void {
  const [first] = deploymentNames;
  if (first) describe(`${title}, ${first}`, () => define(useDeployment(first)));
}

function useDeployment(name: DeploymentName): Deployment {
  const { urls, control: address, environment } = inject('deployments')[name];
  const api = createApiClient(urls);
  let control: Control | undefined;
  beforeAll(async () => {
    control = await openControl(address);
    await loadDocument(urls[0] as string);
  });
  afterAll(() => control?.close());
  const requireControl = () => {
    if (!control) throw new Error('The deployment is open only while its tests run.');
    return control;
  };
  return {
    name,
    urls,
    environment,
    api,
    control: requireControl,
    tenant: (options) => createTenant(requireControl(), api, options),
    settle: () => settle(urls),
  };
}

export async function settle(urls: readonly string[]): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (const url of urls) {
    for (;;) {
      const health = (await (await fetch(`${url}/healthz`)).json()) as { pending_records: number };
      if (health.pending_records === 0) break;
      if (Date.now() > deadline) throw new Error(`${health.pending_records} records are still in the spool.`);
      await sleep(20);
    }
  }
}
