import { join, resolve } from 'node:path';
import { type SettingValues, settings } from './settings.ts';

/** The environment, checked once. Nothing else in the product reads it. */
export type Config = SettingValues &
  Readonly<{
    sqlitePath: string;
    spoolDirectory: string;
    enginePath: string;
    /** Where the engine works on what does not fit into its memory. */
    engineTemporaryDirectory: string;
    /** Of releases whose embedded engine was ClickHouse. */
    legacyEngineDirectory: string;
    /** Certificates that Node trusts beside those that it brings; Node itself reads the variable. */
    authoritiesFile: string | undefined;
  }>;

export class ConfigError extends Error {}

/** What must hold between two settings; a broken one names the variable to set. */
const agreements: readonly {
  name: keyof SettingValues;
  problem: string;
  isBroken(values: SettingValues): boolean;
}[] = [
  {
    name: 'clickhouseCluster',
    problem: 'must name the cluster whose addresses CLICKHOUSE_URL lists',
    isBroken: ({ clickhouseUrl, clickhouseCluster }) => !clickhouseCluster && !!clickhouseUrl?.includes(','),
  },
  {
    name: 'clickhouseUrl',
    problem: 'must list the addresses of all nodes of CLICKHOUSE_CLUSTER',
    isBroken: ({ clickhouseUrl, clickhouseCluster }) => !!clickhouseCluster && !clickhouseUrl,
  },
  {
    name: 'trustedProxies',
    problem: 'must list the proxies whose FOOTFALL_COUNTRY_HEADER counts: anybody else could write it',
    isBroken: ({ countryHeader, trustedProxies }) => !!countryHeader && trustedProxies.length === 0,
  },
  {
    // Links are not made from the Host header: whoever sends a request could make them lead elsewhere.
    name: 'publicUrl',
    problem: 'must say where people reach the dashboard: mails have links to it',
    isBroken: ({ smtpUrl, publicUrl }) => !!smtpUrl && !publicUrl,
  },
  {
    name: 'mailFrom',
    problem: 'must say who mails are from, such as Footfall <footfall@example.com>',
    isBroken: ({ smtpUrl, mailFrom }) => !!smtpUrl && !mailFrom,
  },
];

export function parseConfig(given: Record<string, string | undefined>): Config {
  const values = parseSettings(given);
  const dataDirectory = resolve(values.dataDirectory);
  return Object.freeze({
    ...values,
    dataDirectory,
    sqlitePath: join(dataDirectory, 'control.sqlite'),
    spoolDirectory: join(dataDirectory, 'spool'),
    enginePath: join(dataDirectory, 'analytics.duckdb'),
    engineTemporaryDirectory: join(dataDirectory, 'engine-temp'),
    legacyEngineDirectory: join(dataDirectory, 'clickhouse'),
    authoritiesFile: given.NODE_EXTRA_CA_CERTS || undefined,
  });
}

/** An empty variable counts as one that is not set. */
function parseSettings(given: Record<string, string | undefined>): SettingValues {
  const problems: string[] = [];
  const parsed = Object.entries(settings).map(([name, { variable, schema }]) => {
    const { data, error } = schema.safeParse(given[variable] || undefined);
    problems.push(...(error?.issues ?? []).map(({ message }) => `${variable}: ${message}`));
    return [name, data];
  });
  refuse(problems);
  const values: SettingValues = Object.fromEntries(parsed);
  const broken = agreements.filter(({ isBroken }) => isBroken(values));
  refuse(broken.map(({ name, problem }) => `${settings[name].variable}: ${problem}`));
  return values;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(`The environment cannot be used. ${problems.join('; ')}`);
}
