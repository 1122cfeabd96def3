/** One suite over several deployments; requests go to the servers of a deployment in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { type ApiClient, createApiClient, loadDocument } from './api-client.ts';
import type { DeploymentAddress, DeploymentName } from './global-deployments.ts';
import { sendRequest } from './send-request.ts';
import type { Environment } from './server-process.ts';
import { createTenant, type Tenant, type TenantOptions } from './tenant.ts';

export type Deployment = {
  name: DeploymentName;
  urls: readonly string[];
  environment: Environment;
  api: ApiClient;
  /** One for each engine: all that is stored is what they hold together. */
  engines: readonly ApiClient[];
  control(): Control;
  /** A workspace with a website and a key of every scope, and room for a million requests a minute. */
  tenant(options?: TenantOptions): Promise<Tenant>;
  /** Resolves once everything accepted so far is in reports. */
  settle(): Promise<void>;
};

const simplest: DeploymentName = 'one server on SQLite';

/** On every deployment whose servers answer with the same records. */
export function describeDeployments(title: string, define: (deployment: Deployment) => void): void {
  for (const name of namesWithReports()) describe(`${title}, ${name}`, () => define(useDeployment(name)));
}

/**
 * On every engine that the machine has, once: for what happens to records, in which the control plane has no part.
 * Without a ClickHouse, all deployments have the same engine.
 */
export function describeEngines(title: string, define: (deployment: Deployment) => void): void {
  const names = namesWithReports().filter((name) => name !== 'one server on PostgreSQL');
  for (const name of names) describe(`${title}, ${name}`, () => define(useDeployment(name)));
}

/** The deployments that `describeDeployments` takes. */
export function namesWithReports(): DeploymentName[] {
  return Object.entries(inject('deployments'))
    .filter(([, { sharesRecords }]) => sharesRecords)
    .map(([name]) => name as DeploymentName);
}

/** For what servers share through the control plane, whatever each of them knows of records. */
export function describeServers(title: string, define: (deployment: Deployment) => void): void {
  for (const name of [simplest, 'two servers on PostgreSQL'] as const) {
    describe(`${title}, ${name}`, () => define(useDeployment(name)));
  }
}

/**
 * For what no deployment changes: how parameters are read, in which form rows are shown, and what a report counts,
 * which the worlds of test/model compare on every engine.
 */
export function describeOneServer(title: string, define: (deployment: Deployment) => void): void {
  describe(`${title}, ${simplest}`, () => define(useDeployment(simplest)));
}

function useDeployment(name: DeploymentName): Deployment {
  const { urls, control: address, environment, sharesRecords } = requireAddress(name);
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
    engines: sharesRecords ? [api] : urls.map((url) => createApiClient([url])),
    control: requireControl,
    tenant: (options) => createTenant(requireControl(), api, options),
    settle: () => settle(urls),
  };
}

function requireAddress(name: DeploymentName): DeploymentAddress {
  const address = inject('deployments')[name];
  if (!address) throw new Error(`This machine has no ${name}.`);
  return address;
}

/** Records gather for longer than this before they are stored; to ask more often would cost as much as storing them. */
const pollMs = 60;

export async function settle(urls: readonly string[]): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (const url of urls) {
    for (;;) {
      const health = JSON.parse((await sendRequest(`${url}/healthz`)).text) as { pending_records: number };
      if (health.pending_records === 0) break;
      if (Date.now() > deadline) throw new Error(`${health.pending_records} records are still in the spool.`);
      await sleep(pollMs);
    }
  }
}
