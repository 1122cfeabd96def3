/**
 * Every environment variable that Footfall reads: what it may be, its default, and what it means. The configuration
 * (`config.ts`), `footfall serve --help` and the table in README.md are all made from this list.
 */
import * as z from 'zod';

type Setting = {
  variable: string;
  schema: z.ZodType;
  /** Markdown, on one line. */
  meaning: string;
  /** What happens where the variable is not set, if the schema has no default that says it. */
  unset?: string;
};

export const settings = {
  host: {
    variable: 'HOST',
    schema: z.string().default('127.0.0.1'),
    meaning: 'the address where it listens',
  },
  port: {
    variable: 'PORT',
    schema: z.coerce.number().int().min(0).max(65_535).default(8080),
    meaning: 'the port where it listens',
  },
  dataDirectory: {
    variable: 'FOOTFALL_DATA_DIR',
    schema: z.string().default('./data'),
    meaning:
      "where everything is kept, for its owner alone: a directory of Footfall's own that is open to others is closed with a warning, any other is refused",
  },
  clickhouseUrl: {
    variable: 'CLICKHOUSE_URL',
    schema: httpUrls(),
    unset: 'DuckDB inside',
    meaning:
      '`http://user:password@host:8123/database`: records and reports live in that ClickHouse; of a cluster the addresses of all nodes, by comma, and not of a balancer before them. The user may do everything in the database, and make temporary tables. `https://` speaks TLS; `NODE_EXTRA_CA_CERTS` names the certificate of an authority of your own',
  },
  clickhouseCluster: {
    variable: 'CLICKHOUSE_CLUSTER',
    schema: text(/^[\w.-]+$/, 'may have letters, digits, _, . and - only'),
    unset: 'none',
    meaning: "the cluster's name in the `remote_servers` of its nodes: tables are spread over them",
  },
  postgresUrl: {
    variable: 'DATABASE_URL',
    schema: url(/^postgres(ql)?:\/\//, 'must start with postgres://'),
    unset: 'SQLite',
    meaning:
      '`postgres://…`: workspaces, websites, keys and segments live in that PostgreSQL, shared by any number of servers',
  },
  countryDatabasePath: {
    variable: 'GEO_DB_PATH',
    schema: z.string().optional(),
    unset: 'bundled',
    meaning: 'a country database of your own (MMDB)',
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  },
  trustedProxies: {
    variable: 'FOOTFALL_TRUSTED_PROXIES',
    schema: z
      .string()
      .default('')
      .transform((list): readonly string[] => list.split(',').flatMap((each) => each.trim() || [])),
    unset: 'none',
    meaning:
      "addresses or ranges (`10.0.0.0/8`) of your proxies, by comma: their word on a visitor's address counts. Without it all visitors behind a proxy have the proxy's address",
  },
  countryHeader: {
    variable: 'FOOTFALL_COUNTRY_HEADER',
    schema: text(/^[\w-]+$/, 'must be the name of one header, such as CF-IPCountry').transform((name) =>
      name?.toLowerCase(),
    ),
    unset: 'none',
    meaning:
      "the header in which those proxies tell a visitor's country, such as `CF-IPCountry`; without it the country follows from the address",
  },
  hitsPerAddress: {
    variable: 'FOOTFALL_HITS_PER_ADDRESS',
    schema: whole(600),
    meaning: 'hits of the script that one address may send in a minute, per server; more are answered 429',
  },
  hitsPerWebsite: {
    variable: 'FOOTFALL_HITS_PER_WEBSITE',
    schema: whole(120_000),
    meaning: 'hits of the script that one website may get in a minute, per server; more are answered 429',
  },
  requestsPerPerson: {
    variable: 'FOOTFALL_REQUESTS_PER_PERSON',
    schema: whole(600),
    meaning:
      'requests of the dashboard that one person may make in a minute and per server, in all their browsers; more are answered 429',
  },
  engineMemoryMb: {
    variable: 'FOOTFALL_ENGINE_MEMORY_MB',
    // The engine's process takes about 90 MB more, 140 at peaks: the hungriest reports stay at about half a gigabyte.
    schema: whole(384),
    meaning: 'memory of the embedded engine, for everything that it does; beyond that it works on the disk',
  },
  engineTemporaryMb: {
    variable: 'FOOTFALL_ENGINE_TEMP_MB',
    schema: whole(4096),
    meaning: 'how much of the disk the embedded engine may use for what does not fit into its memory',
  },
  engineThreads: {
    variable: 'FOOTFALL_ENGINE_THREADS',
    schema: z.coerce.number().int().min(1).max(256).optional(),
    unset: 'one for each core',
    meaning:
      'threads of the embedded engine. On two cores, one thread stores records with a quarter less of the processor and answers several reports at once as fast as two, but takes 1.7 times as long for a single report of ten million pageviews',
  },
  reportTimeoutSeconds: {
    variable: 'FOOTFALL_REPORT_TIMEOUT_SECONDS',
    schema: whole(30),
    meaning: 'how long one report may take; over it, 503',
  },
  reportMemoryMb: {
    variable: 'FOOTFALL_REPORT_MEMORY_MB',
    schema: whole(900),
    meaning: 'what one report may use in a ClickHouse; over it, 503',
  },
  reportsAtOnce: {
    variable: 'FOOTFALL_REPORTS_AT_ONCE',
    schema: whole(4),
    meaning:
      'reports that a server asks of the engine at once, three quarters of them for one workspace at most; others wait for as long as one may take',
  },
  spoolLimitMb: {
    variable: 'FOOTFALL_SPOOL_LIMIT_MB',
    schema: whole(4096),
    meaning: 'how much may wait on disk while the engine is away',
  },
  publicUrl: {
    variable: 'FOOTFALL_PUBLIC_URL',
    schema: url(/^https?:\/\//, 'must start with http:// or https://').transform((address) =>
      address?.replace(/\/+$/, ''),
    ),
    unset: 'none',
    meaning:
      'where people reach the dashboard, such as `https://stats.example.com`; with https cookies are for https alone',
  },
  workspaceCreation: {
    variable: 'FOOTFALL_WORKSPACE_CREATION',
    schema: z.enum(['owners', 'everyone', 'nobody']).default('owners'),
    meaning:
      'who makes workspaces in the dashboard: `owners` of one, `everyone` who signs in, or `nobody` but the command line',
  },
  smtpUrl: {
    variable: 'FOOTFALL_SMTP_URL',
    schema: url(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
    unset: 'no mail',
    meaning: '`smtp://user:password@host:587` or `smtps://…`; see [docs/dashboard.md](docs/dashboard.md)',
  },
  mailFrom: {
    variable: 'FOOTFALL_MAIL_FROM',
    schema: z.string().optional(),
    unset: 'no mail',
    meaning: 'who mails are from, such as `Footfall <footfall@example.com>`',
  },
  allowsPrivateWebhooks: {
    variable: 'FOOTFALL_PRIVATE_WEBHOOKS',
    schema: z
      .enum(['true', 'false'])
      .default('false')
      .transform((word) => word === 'true'),
    meaning: '`true`: webhooks of alerts may lead to this machine and its own network',
  },
  requestTimeoutSeconds: {
    variable: 'FOOTFALL_REQUEST_TIMEOUT_SECONDS',
    schema: whole(30),
    meaning:
      'how long a request may take to arrive, head and body; over it, 408. A connection on which nothing moves ends after four times that, or later where a report may take longer',
  },
  shutdownSeconds: {
    variable: 'FOOTFALL_SHUTDOWN_SECONDS',
    schema: whole(10),
    meaning:
      'how long a stop waits for requests under way, and again for the engine to take what is waiting; meanwhile everything new is answered 503',
  },
} satisfies Record<string, Setting>;

export type SettingValues = {
  readonly [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']>;
};

/** The table in README.md. */
export function buildSettingsTable(): string {
  const rows = Object.values<Setting>(settings).map(
    (setting) => `| \`${setting.variable}\` | ${showDefault(setting)} | ${setting.meaning} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The same for a terminal. */
export function buildSettingsHelp(): string {
  return Object.values<Setting>(settings)
    .map((setting) => {
      const lines = `  ${setting.variable} (${showDefault(setting)})\n      ${setting.meaning}`;
      return lines.replaceAll('`', '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
    })
    .join('\n');
}

function showDefault({ schema, unset }: Setting): string {
  return unset ?? `\`${schema.parse(undefined)}\``;
}

function whole(fallback: number) {
  return z.coerce.number().int().min(1).default(fallback);
}

function text(pattern: RegExp, hint: string) {
  return z.string().regex(pattern, hint).optional();
}

function url(pattern: RegExp, hint: string) {
  return z
    .string()
    .regex(pattern, hint)
    .refine((address) => URL.canParse(address), hint)
    .optional();
}

function httpUrls() {
  const isHttpUrl = (address: string) => /^https?:\/\//.test(address) && URL.canParse(address);
  return z
    .string()
    .refine(
      (list) => list.split(',').every((each) => isHttpUrl(each.trim())),
      'must start with http:// or https://, each address of a list by comma too',
    )
    .optional();
}
