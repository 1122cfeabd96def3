/**
 * What servers share through the control plane, with a clock that the tests move: one server on SQLite, and two on one
 * PostgreSQL. Whoever asks says from which network, as a trusted proxy would.
 */
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Control } from '../../../src/store/control/open-control.ts';
import { createPerson, type Person } from '../../harness/person.ts';
import { createDatabase } from '../../harness/postgres.ts';
import type { Environment } from '../../harness/server-process.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';

export type OwnServers = {
  urls(): string[];
  control(): Control;
  tenant(): Promise<Tenant>;
  /** Milliseconds since 1970, the same for all. */
  time: { now: number };
  /** Of a command line beside the servers. */
  environment(): Environment;
  /** A new browser somewhere. */
  browserAt(address: string, cookie?: string): Person;
};

type Options = { environment?: () => Promise<Environment> };

export function describeOwnServers(
  title: string,
  { environment = async () => ({}) }: Options,
  define: (own: OwnServers) => void,
): void {
  describe(`${title}, one server on SQLite`, () => define(useServers(1, environment)));
  describe(`${title}, two servers on PostgreSQL`, () =>
    define(
      useServers(2, async () => ({
        ...(await environment()),
        DATABASE_URL: await createDatabase(findPostgresUrl()),
      })),
    ));
}

function findPostgresUrl(): string {
  const { control } = inject('deployments')['two servers on PostgreSQL'];
  if (!('postgresUrl' in control)) throw new Error('The deployment has no PostgreSQL.');
  return control.postgresUrl;
}

function useServers(count: number, findEnvironment: () => Promise<Environment>): OwnServers {
  // Near the real time, which the command line goes by.
  const time = { now: Date.now() };
  let servers: OwnServer[] = [];
  beforeAll(async () => {
    const environment = { ...(await findEnvironment()), FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' };
    for (let i = 0; i < count; i++) {
      servers.push(await startOwnServer({ clock: () => time.now, environment }));
    }
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    servers = [];
  });
  const first = () => servers[0] as OwnServer;
  const urls = () => servers.map(({ url }) => url);
  return {
    urls,
    control: () => first().control,
    tenant: () => first().tenant(),
    time,
    environment: () => first().environment,
    browserAt(address, cookie) {
      const person = createPerson(urls(), cookie);
      const { send } = person;
      person.send = (method, path, body, headers = {}) =>
        send(method, path, body, { 'x-forwarded-for': address, ...headers });
      return person;
    },
  };
}
