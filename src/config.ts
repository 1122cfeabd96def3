import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The environment, checked once. Nothing else in the product reads it. */
export type Config = Readonly<{
  host: string;
  port: number;
  dataDirectory: string;
  sqlitePath: string;
  spoolDirectory: string;
  enginePath: string;
  /** Where the engine works on what does not fit into its memory. */
  engineTemporaryDirectory: string;
  /** Of releases whose embedded engine was ClickHouse. */
  legacyEngineDirectory: string;
  /** Of a cluster the addresses of all nodes, by comma. */
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  postgresUrl: string | undefined;
  countryDatabasePath: string | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Of the embedded engine; what does not fit is worked on in files of at most `engineTemporaryMb` altogether. */
  engineMemoryMb: number;
  engineTemporaryMb: number;
  spoolLimitMb: number;
  reportTimeoutSeconds: number;
  /** Of one report in a ClickHouse; the embedded engine has a bound for all of them together. */
  reportMemoryMb: number;
  reportsAtOnce: number;
  shutdownSeconds: number;
  /** For a request to arrive whole, head and body. */
  requestTimeoutSeconds: number;
  /** Proxies whose word on the visitor's address counts. */
  trustedProxies: readonly string[];
  /** In which they say the visitor's country, in lower case. */
  countryHeader: string | undefined;
  hitsPerAddress: number;
  hitsPerWebsite: number;
  /** Of the dashboard, in a minute. */
  requestsPerPerson: number;
  /** Where people reach the dashboard, without a slash at the end. */
  publicUrl: string | undefined;
  /** Who makes workspaces in the dashboard: who owns one, everyone who signs in, or only the command line. */
  workspaceCreation: 'owners' | 'everyone' | 'nobody';
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Whether webhooks may lead to this machine and its own network. */
  allowsPrivateWebhooks: boolean;
}>;

export class ConfigError extends Error {}

const optionalUrl = (pattern: RegExp, hint: string) =>
  z
    .string()
    .regex(pattern, hint)
    .refine((text) => URL.canParse(text), hint)
    .optional();
const whole = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const clickhouseHint = 'must start with http:// or https://, each address of a list by comma too';
const isHttpUrl = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
const httpUrls = z
  .string()
  .refine((text) => text.split(',').every((each) => isHttpUrl(each.trim())), clickhouseHint)
  .optional();
const clusterName = z
  .string()
  .regex(/^[\w.-]+$/, 'may have letters, digits, _, . and - only')
  .optional();

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  FOOTFALL_DATA_DIR: z.string().default('./data'),
  CLICKHOUSE_URL: httpUrls,
  CLICKHOUSE_CLUSTER: clusterName,
  DATABASE_URL: optionalUrl(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  GEO_DB_PATH: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  // Its process takes about 90 MB more, and 140 for moments: the hungriest reports stay at about half a gigabyte.
  FOOTFALL_ENGINE_MEMORY_MB: whole(384),
  FOOTFALL_ENGINE_TEMP_MB: whole(4096),
  FOOTFALL_SPOOL_LIMIT_MB: whole(4096),
  FOOTFALL_REPORT_TIMEOUT_SECONDS: whole(30),
  FOOTFALL_REPORT_MEMORY_MB: whole(900),
  FOOTFALL_REPORTS_AT_ONCE: whole(4),
  FOOTFALL_SHUTDOWN_SECONDS: whole(10),
  FOOTFALL_REQUEST_TIMEOUT_SECONDS: whole(30),
  FOOTFALL_TRUSTED_PROXIES: z.string().default(''),
  FOOTFALL_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of one header, such as CF-IPCountry')
    .optional(),
  FOOTFALL_HITS_PER_ADDRESS: whole(600),
  FOOTFALL_HITS_PER_WEBSITE: whole(120_000),
  FOOTFALL_REQUESTS_PER_PERSON: whole(600),
  FOOTFALL_PUBLIC_URL: optionalUrl(/^https?:\/\//, 'must start with http:// or https://'),
  FOOTFALL_WORKSPACE_CREATION: z.enum(['owners', 'everyone', 'nobody']).default('owners'),
  FOOTFALL_SMTP_URL: optionalUrl(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  FOOTFALL_MAIL_FROM: z.string().optional(),
  FOOTFALL_PRIVATE_WEBHOOKS: z.enum(['true', 'false']).default('false'),
});

const environment = variables
  .refine(({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }) => CLICKHOUSE_CLUSTER || !CLICKHOUSE_URL?.includes(','), {
    path: ['CLICKHOUSE_CLUSTER'],
    error: 'must name the cluster whose addresses CLICKHOUSE_URL lists',
  })
  .refine(({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }) => CLICKHOUSE_URL || !CLICKHOUSE_CLUSTER, {
    path: ['CLICKHOUSE_URL'],
    error: 'must list the addresses of all nodes of CLICKHOUSE_CLUSTER',
  })
  .refine(
    ({ FOOTFALL_COUNTRY_HEADER, FOOTFALL_TRUSTED_PROXIES }) =>
      FOOTFALL_TRUSTED_PROXIES.trim() || !FOOTFALL_COUNTRY_HEADER,
    {
      path: ['FOOTFALL_TRUSTED_PROXIES'],
      error: 'must list the proxies whose FOOTFALL_COUNTRY_HEADER counts: anybody else could write it',
    },
  )
  // A link made of what a request says of itself could lead elsewhere.
  .refine(({ FOOTFALL_SMTP_URL, FOOTFALL_PUBLIC_URL }) => FOOTFALL_PUBLIC_URL || !FOOTFALL_SMTP_URL, {
    path: ['FOOTFALL_PUBLIC_URL'],
    error: 'must say where people reach the dashboard: mails have links to it',
  })
  .refine(({ FOOTFALL_SMTP_URL, FOOTFALL_MAIL_FROM }) => FOOTFALL_MAIL_FROM || !FOOTFALL_SMTP_URL, {
    path: ['FOOTFALL_MAIL_FROM'],
    error: 'must say who mails are from, such as Footfall <footfall@example.com>',
  });

export function parseConfig(given: Record<string, string | undefined>): Config {
  const filled = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  const result = environment.safeParse(Object.fromEntries(filled));
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new ConfigError(`The environment cannot be used. ${problems.join('; ')}`);
  }
  const values = result.data;
  const dataDirectory = resolve(values.FOOTFALL_DATA_DIR);
  return Object.freeze({
    host: values.HOST,
    port: values.PORT,
    dataDirectory,
    sqlitePath: join(dataDirectory, 'control.sqlite'),
    spoolDirectory: join(dataDirectory, 'spool'),
    enginePath: join(dataDirectory, 'analytics.duckdb'),
    engineTemporaryDirectory: join(dataDirectory, 'engine-temp'),
    legacyEngineDirectory: join(dataDirectory, 'clickhouse'),
    clickhouseUrl: values.CLICKHOUSE_URL,
    clickhouseCluster: values.CLICKHOUSE_CLUSTER,
    postgresUrl: values.DATABASE_URL,
    countryDatabasePath: values.GEO_DB_PATH,
    logLevel: values.LOG_LEVEL,
    engineMemoryMb: values.FOOTFALL_ENGINE_MEMORY_MB,
    engineTemporaryMb: values.FOOTFALL_ENGINE_TEMP_MB,
    spoolLimitMb: values.FOOTFALL_SPOOL_LIMIT_MB,
    reportTimeoutSeconds: values.FOOTFALL_REPORT_TIMEOUT_SECONDS,
    reportMemoryMb: values.FOOTFALL_REPORT_MEMORY_MB,
    reportsAtOnce: values.FOOTFALL_REPORTS_AT_ONCE,
    shutdownSeconds: values.FOOTFALL_SHUTDOWN_SECONDS,
    requestTimeoutSeconds: values.FOOTFALL_REQUEST_TIMEOUT_SECONDS,
    trustedProxies: values.FOOTFALL_TRUSTED_PROXIES.split(',').flatMap((text) => text.trim() || []),
    countryHeader: values.FOOTFALL_COUNTRY_HEADER?.toLowerCase(),
    hitsPerAddress: values.FOOTFALL_HITS_PER_ADDRESS,
    hitsPerWebsite: values.FOOTFALL_HITS_PER_WEBSITE,
    requestsPerPerson: values.FOOTFALL_REQUESTS_PER_PERSON,
    publicUrl: values.FOOTFALL_PUBLIC_URL?.replace(/\/+$/, ''),
    workspaceCreation: values.FOOTFALL_WORKSPACE_CREATION,
    smtpUrl: values.FOOTFALL_SMTP_URL,
    mailFrom: values.FOOTFALL_MAIL_FROM,
    allowsPrivateWebhooks: values.FOOTFALL_PRIVATE_WEBHOOKS === 'true',
  });
}
