import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { translateErrors } from './errors.ts';
import { createQuestioner, type Questioner } from './http-question.ts';

/** One ClickHouse server, or all servers of a cluster. */
export type Nodes = {
  database: string;
  all: readonly Node[];
  /** Round-robin: any node can answer for the whole cluster. */
  next(): Node;
  close(): Promise<void>;
};

export type Node = { url: string; client: ClickHouseClient; questioner: Questioner };

export type NodesOptions = {
  /** http(s)://host:port, optionally with user:password and /database; of a cluster all nodes, by comma. */
  url: string;
  username?: string;
  password?: string;
  requestTimeoutMs: number;
  /** More than there are reports at once, so that writes do not wait for them. */
  connections: number;
};

type Address = { endpoint: string; database: string; username: string; password: string };

const defaultDatabase = 'footfall';

export async function connectNodes(options: NodesOptions): Promise<Nodes> {
  const addresses = parseEngineUrls(options);
  const database = addresses[0]?.database ?? defaultDatabase;
  const opened: Node[] = [];
  const close = async () => {
    for (const { questioner } of opened) questioner.close();
    await Promise.all(opened.map(({ client }) => client.close()));
  };
  try {
    for (const address of addresses) {
      await createDatabase(address, options);
      opened.push({
        url: address.endpoint,
        client: createClient({ ...buildConnection(address, options), database }),
        questioner: createQuestioner({ ...address, connections: options.connections }),
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  let last = 0;
  return {
    database,
    all: opened,
    next() {
      last = (last + 1) % opened.length;
      return opened[last] as Node;
    },
    close,
  };
}

async function createDatabase(address: Address, options: NodesOptions): Promise<void> {
  const client = createClient(buildConnection(address, options));
  try {
    await translateErrors(() =>
      client.command({ query: `CREATE DATABASE IF NOT EXISTS ${address.database}` }),
    );
  } finally {
    await client.close();
  }
}

function buildConnection(
  { endpoint, username, password }: Address,
  { requestTimeoutMs, connections }: NodesOptions,
) {
  return {
    url: endpoint,
    username,
    password,
    request_timeout: requestTimeoutMs,
    keep_alive: { idle_socket_ttl: 500 },
    max_open_connections: connections,
    // The library's log would hold statements with their bound values; errors reach us as exceptions.
    log: { level: ClickHouseLogLevel.OFF },
  };
}

function parseEngineUrls(options: NodesOptions): Address[] {
  const addresses = options.url.split(',').map((text) => parseEngineUrl(text.trim(), options));
  if (new Set(addresses.map(({ database }) => database)).size > 1) {
    throw new Error('All addresses in CLICKHOUSE_URL must name the same database.');
  }
  return addresses;
}

function parseEngineUrl(text: string, options: NodesOptions): Address {
  const url = new URL(text);
  const database = url.pathname.replace(/^\//, '') || url.searchParams.get('database') || defaultDatabase;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(database)) {
    throw new Error('The database named in CLICKHOUSE_URL may have letters, digits and _ only.');
  }
  return {
    endpoint: url.origin,
    database,
    username: options.username ?? (decodeURIComponent(url.username) || 'default'),
    password: options.password ?? decodeURIComponent(url.password),
  };
}
