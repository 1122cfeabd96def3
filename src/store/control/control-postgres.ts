import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { ControlError, refuseNul } from './control-error.ts';

const connectTimeoutMs = 5000;
const maxConnections = 10;

export async function openPostgres<Schema>(url: string): Promise<Kysely<Schema>> {
  const address = parsePostgresUrl(url);
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    max: maxConnections,
    types: { getTypeParser: findTypeParser },
  });
  // The pool drops an idle connection that broke and opens another when asked; without a listener Node ends.
  pool.on('error', () => undefined);
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new ControlError(
      'database_unreachable',
      `PostgreSQL at ${address} cannot be used: ${describeFailure(cause)}.`,
      { cause },
    );
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: buildGuardedPool(pool) }) });
}

/** Host, port and database: the part of the URL that may be shown, without the password. */
function parsePostgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new ControlError(
      'database_unreachable',
      'The PostgreSQL address must be written postgres://user:password@host:port/database.',
    );
  }
  return `${url.hostname || 'localhost'}:${url.port || '5432'}${url.pathname}`;
}

/** Refused connections to several addresses of a host arrive as one error with an empty message. */
function describeFailure(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string };
  return message || code || 'the connection failed';
}

const parseAsNumber = (text: string) => Number(text);

/** The bigint columns hold milliseconds and counts, all below 2^53: they are numbers in our code. */
function findTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8) return parseAsNumber;
  return pg.types.getTypeParser(oid, format as 'text');
}

function buildGuardedPool(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => buildGuardedClient(await pool.connect().catch(refuseBusy)),
    end: () => pool.end(),
  };
}

/** The pool's only sign that all connections were in use for too long, or that a new one took too long. */
const waitedTooLong: readonly string[] = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

function refuseBusy(cause: unknown): never {
  if (!(cause instanceof Error) || !waitedTooLong.includes(cause.message)) throw cause;
  throw new ControlError(
    'database_busy',
    `No connection to PostgreSQL was free or made within ${connectTimeoutMs / 1000} s.`,
    { cause },
  );
}

function buildGuardedClient(client: pg.PoolClient): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    refuseNul(parameters);
    return await client.query(text, [...parameters]);
  };
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}
