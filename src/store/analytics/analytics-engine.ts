/**
 * What the product asks of an analytics engine. One folder an engine: duckdb/ is inside the product, clickhouse/ is a
 * server or a cluster. Nothing outside src/store speaks to an engine but through this.
 */
import type { Sources } from './relations.ts';
import type { Sql } from './sql.ts';
import type { TableName, TableRows } from './tables.ts';

export type Row = Record<string, unknown>;

/** As the engine itself reports them; what it does not report is null. */
export type Statistics = { elapsed: number | null; rows_read: number | null; bytes_read: number | null };

export type Answer = { rows: Row[]; statistics: Statistics };

export type RecordBatch = {
  /** Unique to its rows. */
  name: string;
  /** Batches of one source come in order: once one of them is stored, no earlier one is repeated. */
  source: string;
  rows: { readonly [Name in TableName]?: readonly TableRows[Name][] };
};

/** Whose records a report reads, or a deletion removes. Both come from the key, never from the request alone. */
export type Tenant = { workspaceId: string; websiteIds: readonly string[] };
export type WebsiteOfTenant = { workspaceId: string; websiteId: string };

/** What a deletion narrows by; Unix milliseconds, `to` excluded. */
export type Choice = {
  name?: string | undefined;
  visitorId?: string | undefined;
  span?: { from: number; to: number } | undefined;
};

/** A person on one website, as the records name them. */
export type RecordedPerson = {
  visitorIds: readonly string[];
  /** Hashes of their external IDs, as `identify` makes them. */
  externalHashes: readonly string[];
};

/** How many rows of each table there were. */
export type RemovedRows = { hits: number; conversions: number; payments: number; identities: number };

/** Unix milliseconds. */
export type RetentionEdge = { edge: number; oldestVisit: number };

export type RemovedOldest = {
  rows: number;
  /** Nothing is left that could be removed. */
  isDone: boolean;
};

/** When the files are free of what was removed; bytes where the engine has one file and knows them. */
export type Rewritten = { cleanInMs: number; bytesBefore?: number; bytesAfter?: number };

export type QueryOptions = {
  /** Aborted when nobody waits for the answer any more: the engine then stops working on it. */
  signal: AbortSignal;
};

export type AnalyticsEngine = {
  /**
   * Stores all rows of the batch, or none; a batch whose name is known changes nothing. Reports see it when this
   * resolves. `RowRefused` when one of the rows can never be stored.
   */
  store(batch: RecordBatch): Promise<void>;
  /** All that reports can read of these websites. */
  openSources(tenant: Tenant, options?: Partial<QueryOptions>): Promise<Sources>;
  query(question: Sql, options: QueryOptions): Promise<Answer>;
  /** Rows while they are read, however many there are. */
  stream(question: Sql, options: QueryOptions): AsyncIterable<readonly Row[]>;
  /** Goals, and custom events with their hits; resolves to how many conversions there were. */
  removeConversions(website: WebsiteOfTenant, choice: Choice): Promise<number>;
  findTransactions(website: WebsiteOfTenant, choice: Choice): Promise<Transactions>;
  /** Removes those of the chosen payments that were accepted up to `lastSeq`. */
  removePayments(website: WebsiteOfTenant, choice: Choice, lastSeq: number): Promise<void>;
  /** All that is known of the website, and what was derived from it. */
  removeWebsite(website: WebsiteOfTenant): Promise<void>;
  /** All records of these visitors, every identity by these external IDs, and what was derived from them. */
  removePerson(website: WebsiteOfTenant, person: RecordedPerson): Promise<RemovedRows>;
  /**
   * Removes the oldest records of a workspace that lie before `edge` in Unix milliseconds: those of one day, so that
   * nobody waits long. A visit that goes on past the edge stays whole until `oldestVisit`.
   */
  removeOldest(workspaceId: string, edge: RetentionEdge): Promise<RemovedOldest>;
  /** Rewrites the files, so that they do not hold what was removed so far. */
  rewrite(): Promise<Rewritten>;
  isReachable(): Promise<boolean>;
  /**
   * Days of websites that could not be settled, so that each report derives them again; the log says why. None where
   * the engine derives with every batch.
   */
  countFailedDays?(): number;
  close(): Promise<void>;
};

/** Who asks: workspaces share an engine, and none may take all of it. */
export type TenantQueryOptions = QueryOptions & { workspaceId: string };

/** An engine as reports and exports see it. */
export type SharedEngine = Omit<AnalyticsEngine, 'query' | 'stream'> & {
  query(question: Sql, options: TenantQueryOptions): Promise<Answer>;
  stream(question: Sql, options: TenantQueryOptions): AsyncIterable<readonly Row[]>;
};

export type Transactions = { ids: readonly string[]; lastSeq: number };
