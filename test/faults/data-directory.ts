/** A data directory of a test's own, and a tenant on the server that runs on it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openControl } from '../../src/store/control/open-control.ts';
import { createApiClient } from '../harness/api-client.ts';
import { createTenant, type Tenant } from '../harness/tenant.ts';

export async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'footfall-faults-'));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Works before, while and after a server runs on the directory. */
export async function makeTenant(dataDirectory: string, url: string): Promise<Tenant> {
  const control = await openControl({ sqlitePath: join(dataDirectory, 'control.sqlite') });
  try {
    return await createTenant(control, createApiClient([url]));
  } finally {
    await control.close();
  }
}
