// Builds the engine's two configuration files. Pure: nothing here touches the disk.
import { createHash, randomBytes } from 'node:crypto';

export const engineUser = 'footfall';

/**
 * `gate` is the first part of the password. It stands readable in the configuration, the rest only inside the
 * hash of the whole. 15 bytes of it, after the 9 of `footfall:`, end on a base64 boundary, so that the
 * Authorization header of whoever knows the password begins with a fixed text.
 */
export type EngineSecret = { password: string; gate: string };

const gateCharacters = 15;

export function createPassword(): string {
  return randomBytes(36).toString('base64url');
}

export function buildEngineSecret(password: string): EngineSecret {
  return { password, gate: password.slice(0, gateCharacters) };
}

export type EngineConfig = {
  httpPort: number;
  tcpPort: number | undefined;
  usersFile: string;
  memoryLimitMb: number;
  gate: string;
  /** The body of /ping, so that a stranger on the same port is not taken for this engine. */
  identity: string;
};

const megabyte = 1024 * 1024;

/** Sized for two cores; a larger machine sets CLICKHOUSE_URL. */
const serverLimits: Record<string, number> = {
  max_connections: 256,
  // Without this a stop waits for every idle connection of the client.
  keep_alive_timeout: 1,
  mark_cache_size: 64 * megabyte,
  index_mark_cache_size: 16 * megabyte,
  index_uncompressed_cache_size: 16 * megabyte,
  mmap_cache_size: 0,
  compiled_expression_cache_size: 16 * megabyte,
  background_pool_size: 4,
  background_merges_mutations_concurrency_ratio: 8,
  background_schedule_pool_size: 4,
  background_common_pool_size: 2,
  background_move_pool_size: 1,
  background_fetches_pool_size: 1,
  background_buffer_flush_schedule_pool_size: 1,
  background_message_broker_schedule_pool_size: 1,
  background_distributed_schedule_pool_size: 2,
};

/**
 * The engine refuses to start when these exceed the slots of the pool above, which are threads × ratio. A deletion takes
 * a slot for every part of its table, and waits for up to a second where there is none: so there are more slots
 * than a table usually has parts, and merges become smaller once four are at work.
 */
const mergeLimits: Record<string, number> = {
  number_of_free_entries_in_pool_to_lower_max_size_of_merge: 28,
  number_of_free_entries_in_pool_to_execute_mutation: 1,
  number_of_free_entries_in_pool_to_execute_optimize_entire_partition: 2,
};

/**
 * What is done with less effort than it takes to wake a second thread for it, most of all where the other core is busy
 * (ADR 8): reading JSON, writing JSON, looking through the index of each table.
 */
const inOneThread: Record<string, number> = {
  input_format_parallel_parsing: 0,
  output_format_parallel_formatting: 0,
  max_threads_for_indexes: 1,
  load_marks_asynchronously: 0,
};

export function buildServerConfig(config: EngineConfig): string {
  return [
    '<clickhouse>',
    '<listen_host>127.0.0.1</listen_host>',
    ...buildElements({ http_port: config.httpPort }),
    ...(config.tcpPort === undefined ? [] : buildElements({ tcp_port: config.tcpPort })),
    `<users_config>${escapeXml(config.usersFile)}</users_config>`,
    '<log-level>warning</log-level>',
    '<send_crash_reports><enabled>false</enabled></send_crash_reports>',
    ...buildElements({
      max_server_memory_usage: config.memoryLimitMb * megabyte,
      // Beyond this no merge or deletion is begun: however many slots there are, reports have the other half.
      merges_mutations_memory_usage_soft_limit: (config.memoryLimitMb * megabyte) / 2,
      // What reports read once they read again, unpacked (ADR 14).
      uncompressed_cache_size: Math.floor((config.memoryLimitMb * megabyte) / 8),
    }),
    ...buildElements(serverLimits),
    '<merge_tree>',
    ...buildElements(mergeLimits),
    '</merge_tree>',
    ...buildHttpHandlers(config),
    '</clickhouse>',
    '',
  ].join('\n');
}

/**
 * The engine insists on a `default` user without a password that may read files (it reads standard input through
 * it), and with only rights on tables withheld, any local program could read any file of ours through HTTP. Grants
 * cannot name single files and quotas are passed by through subqueries, so HTTP answers only those requests whose
 * Authorization header shows the gate; `?user=default` beside it needs the gate too.
 */
function buildHttpHandlers({ gate, identity }: EngineConfig): string[] {
  const header = Buffer.from(`${engineUser}:${gate}`).toString('base64');
  return [
    '<http_handlers>',
    '<rule><methods>GET</methods><url>/ping</url><handler><type>static</type><status>200</status>',
    `<response_content>${escapeXml(identity)}</response_content></handler></rule>`,
    `<rule><headers><Authorization>regex:Basic ${header.replaceAll('+', '\\+')}.*</Authorization></headers>`,
    '<handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler></rule>',
    '</http_handlers>',
  ];
}

export function buildUsersConfig(memoryLimitMb: number, password: string): string {
  const limit = memoryLimitMb * megabyte;
  const settings = {
    // One heavy report must fail or spill before it takes the whole engine's memory from the others.
    max_memory_usage: Math.floor(limit * 0.7),
    max_bytes_before_external_group_by: Math.floor(limit * 0.35),
    max_bytes_before_external_sort: Math.floor(limit * 0.35),
    // The engine would otherwise want a gigabyte for each thread, and use one core of however many.
    max_threads_min_free_memory_per_thread: 64 * megabyte,
    // A view that a test makes slow is slow for seconds: a busy machine takes long to notice it.
    function_sleep_max_microseconds_per_block: 15_000_000,
    ...inOneThread,
  };
  return [
    '<clickhouse>',
    '<profiles><default>',
    ...buildElements(settings),
    '</default></profiles>',
    '<quotas><default/></quotas>',
    '<users>',
    ...buildUser('default', '<password></password>', [
      'GRANT SYSTEM LISTEN ON *.*',
      'GRANT READ ON FILE',
      'GRANT CREATE TEMPORARY TABLE ON *.*',
    ]),
    ...buildUser(engineUser, `<password_sha256_hex>${sha256Hex(password)}</password_sha256_hex>`, [
      'GRANT ALL ON *.*',
    ]),
    '</users>',
    '</clickhouse>',
    '',
  ].join('\n');
}

function buildUser(name: string, credential: string, grants: string[]): string[] {
  return [
    `<${name}>${credential}<networks><ip>127.0.0.1</ip></networks>`,
    '<profile>default</profile><quota>default</quota>',
    `<grants>${grants.map((grant) => `<query>${grant}</query>`).join('')}</grants></${name}>`,
  ];
}

function buildElements(values: Record<string, number>): string[] {
  return Object.entries(values).map(([name, value]) => `<${name}>${value}</${name}>`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
