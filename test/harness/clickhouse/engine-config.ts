/** The two configuration files of a ClickHouse of the tests. */
import { createHash, randomBytes } from 'node:crypto';

export const engineUser = 'footfall';

export function createPassword(): string {
  return randomBytes(36).toString('base64url');
}

/** The header of whoever knows the login. */
export function buildAuthorization(password: string): string {
  return `Basic ${Buffer.from(`${engineUser}:${password}`).toString('base64')}`;
}

export type EnginePorts = { http: number; tcp?: number | undefined };

const megabyte = 1024 * 1024;
const memory = 1024 * megabyte;

/** Sized for two cores, which several of them share. */
const serverSettings: Record<string, number> = {
  max_server_memory_usage: memory,
  merges_mutations_memory_usage_soft_limit: memory / 2,
  max_connections: 256,
  mark_cache_size: 64 * megabyte,
  uncompressed_cache_size: memory / 8,
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
 * a slot for every part of its table, and waits for up to a second where there is none.
 */
const mergeLimits: Record<string, number> = {
  number_of_free_entries_in_pool_to_lower_max_size_of_merge: 28,
  number_of_free_entries_in_pool_to_execute_mutation: 1,
  number_of_free_entries_in_pool_to_execute_optimize_entire_partition: 2,
};

const profile: Record<string, number> = {
  max_memory_usage: Math.floor(memory * 0.7),
  max_bytes_before_external_group_by: Math.floor(memory * 0.35),
  max_bytes_before_external_sort: Math.floor(memory * 0.35),
  // The engine would otherwise want a gigabyte for each thread, and use one core of however many.
  max_threads_min_free_memory_per_thread: 64 * megabyte,
  // A view that a test makes slow is slow for seconds: a busy machine takes long to notice it.
  function_sleep_max_microseconds_per_block: 15_000_000,
  // To wake a second thread takes longer than what these do with so few rows.
  input_format_parallel_parsing: 0,
  output_format_parallel_formatting: 0,
  max_threads_for_indexes: 1,
  load_marks_asynchronously: 0,
};

/**
 * But for pings HTTP answers nobody who does not know the login: the engine insists on a `default` user without a
 * password, who may read files. The folder is its owner's alone.
 */
export function buildServerConfig(ports: EnginePorts, usersFile: string, password: string): string {
  return [
    '<clickhouse>',
    '<listen_host>127.0.0.1</listen_host>',
    ...buildElements({ http_port: ports.http, ...(ports.tcp ? { tcp_port: ports.tcp } : {}) }),
    `<users_config>${escapeXml(usersFile)}</users_config>`,
    '<log-level>warning</log-level>',
    '<send_crash_reports><enabled>false</enabled></send_crash_reports>',
    ...buildElements(serverSettings),
    '<merge_tree>',
    ...buildElements(mergeLimits),
    '</merge_tree>',
    '<http_handlers>',
    '<rule><methods>GET</methods><url>/ping</url><handler><type>static</type><status>200</status>',
    '<response_content>Ok.</response_content></handler></rule>',
    `<rule><headers><Authorization>${escapeXml(buildAuthorization(password))}</Authorization></headers>`,
    '<handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler></rule>',
    '</http_handlers>',
    '</clickhouse>',
    '',
  ].join('\n');
}

/**
 * As `default` the engine reads its own standard input. Where it listens on TCP too, as in clusters, other programs of
 * the machine can log in as that user while tests run.
 */
export function buildUsersConfig(password: string): string {
  const fingerprint = createHash('sha256').update(password).digest('hex');
  return [
    '<clickhouse>',
    '<profiles><default>',
    ...buildElements(profile),
    '</default></profiles>',
    '<quotas><default/></quotas>',
    '<users>',
    ...buildUser('default', '<password></password>', [
      'GRANT SYSTEM LISTEN ON *.*',
      'GRANT READ ON FILE',
      'GRANT CREATE TEMPORARY TABLE ON *.*',
    ]),
    ...buildUser(engineUser, `<password_sha256_hex>${fingerprint}</password_sha256_hex>`, [
      'GRANT ALL ON *.*',
    ]),
    '</users>',
    '</clickhouse>',
    '',
  ].join('\n');
}

function buildUser(name: string, credential: string, grants: readonly string[]): string[] {
  return [
    `<${name}>${credential}<networks><ip>127.0.0.1</ip></networks>`,
    '<profile>default</profile><quota>default</quota>',
    `<grants>${grants.map((grant) => `<query>${grant}</query>`).join('')}</grants></${name}>`,
  ];
}

function buildElements(values: Readonly<Record<string, number>>): string[] {
  return Object.entries(values).map(([name, value]) => `<${name}>${value}</${name}>`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
