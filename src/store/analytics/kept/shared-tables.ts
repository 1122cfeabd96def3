import { QueryCancelled } from '../engine-errors.ts';
import { type RenderedSql, renderSql, type SharedRows } from '../sql.ts';
import type { ChangedDay } from './changed-days.ts';
import { websiteKey } from './website-key.ts';

/**
 * Tables of rows that many statements read, each made when it is asked for a second time and shared by all who ask
 * before a change. A change only takes it out of sight: whoever has it keeps it until he is done.
 */
export type SharedTables = {
  /** `work` is told the name of each table; the tables are there for as long as it lasts. */
  use<Result>(
    rows: readonly SharedRows[],
    signal: AbortSignal,
    work: (nameOf: (rows: SharedRows) => string | undefined) => Promise<Result>,
  ): Promise<Result>;
  addRecords(days: readonly ChangedDay[]): void;
  forget(): void;
};

export type TableMaker = {
  /** Resolves to the name of a table with the rows of the SELECT; undefined where the engine cannot write one. */
  make(select: RenderedSql, signal: AbortSignal): Promise<string | undefined>;
  drop(name: string): Promise<void>;
};

type Table = {
  key: string;
  websites: ReadonlySet<string>;
  /** undefined before the second question. */
  making: Making | undefined;
  users: number;
};

type Making = { name: Promise<string | undefined>; isOver: boolean; cancel: AbortController };

export type SharedTableOptions = {
  mostTables?: number;
  /** Also for the first question. */
  madeAtOnce?: boolean;
};

const defaultMostTables = 48;

export function createSharedTables(
  maker: TableMaker,
  { mostTables = defaultMostTables, madeAtOnce = false }: SharedTableOptions = {},
): SharedTables {
  /** In the order in which they were last asked for. */
  const tables = new Map<string, Table>();

  /** To make a table of rows takes longer than to answer one question without it, so that the first one goes without. */
  function enter(key: string, select: RenderedSql, rows: SharedRows): Table {
    const known = tables.get(key);
    const table = known ?? notice(key, rows);
    if (known || madeAtOnce) table.making ??= start(table, select);
    tables.delete(key);
    tables.set(key, table);
    table.users += 1;
    dropOldest();
    return table;
  }

  function notice(key: string, { parts: { workspaceId, websiteIds } }: SharedRows): Table {
    const websites = new Set(websiteIds.map((websiteId) => websiteKey(workspaceId, websiteId)));
    return { key, websites, making: undefined, users: 0 };
  }

  function start(table: Table, select: RenderedSql): Making {
    const cancel = new AbortController();
    const making: Making = { name: maker.make(select, cancel.signal), isOver: false, cancel };
    making.name.then(
      () => {
        making.isOver = true;
      },
      () => hide(table),
    );
    return making;
  }

  function leave(table: Table): void {
    table.users -= 1;
    if (table.users > 0) return;
    if (table.making && !table.making.isOver) {
      table.making.cancel.abort();
      hide(table);
    }
    if (tables.get(table.key) !== table) drop(table);
  }

  function hide(table: Table): void {
    if (tables.get(table.key) === table) tables.delete(table.key);
  }

  function retire(table: Table): void {
    hide(table);
    if (table.users === 0) drop(table);
  }

  function drop({ making }: Table): void {
    making?.name.then((name) => (name ? maker.drop(name) : undefined)).catch(() => {});
  }

  function dropOldest(): void {
    const [oldest] = tables.values();
    if (tables.size > mostTables && oldest) retire(oldest);
  }

  return {
    async use(rows, signal, work) {
      const entered = new Map<string, Table>();
      const named = rows.map((each) => {
        const select = renderSql(each.parts.made);
        const key = JSON.stringify([select.text, select.parameters]);
        const table = entered.get(key) ?? enter(key, select, each);
        entered.set(key, table);
        // As it is now: another question may begin to make it, which this one need not wait for.
        return { each, name: table.making?.name };
      });
      try {
        const names = new Map<SharedRows, string | undefined>();
        for (const { each, name } of named) names.set(each, await (name && unlessAborted(name, signal)));
        return await work((each) => names.get(each));
      } finally {
        for (const table of entered.values()) leave(table);
      }
    },
    addRecords(days) {
      const changed = new Set(days.map(({ workspaceId, websiteId }) => websiteKey(workspaceId, websiteId)));
      for (const table of [...tables.values()]) {
        if ([...table.websites].some((website) => changed.has(website))) retire(table);
      }
    },
    forget() {
      for (const table of [...tables.values()]) retire(table);
    },
  };
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  if (signal.aborted) return Promise.reject(new QueryCancelled());
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new QueryCancelled());
    signal.addEventListener('abort', giveUp);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
