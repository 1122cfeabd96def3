import { randomUUID } from 'node:crypto';
import type { Answer, Row } from '../analytics-engine.ts';
import type { RenderedSql } from '../sql.ts';
import type { DerivedTable, Steps } from './derive-first.ts';
import type { Cost, Questioner, SessionCall } from './http-question.ts';
import type { ReadSettings } from './settings.ts';
import { withDeadline } from './with-deadline.ts';

/**
 * One question to one node. What is derived beforehand lies in temporary tables of a session that ends with the answer.
 * The time that a report may take is that of all calls together.
 */
export async function askInSteps(
  questioner: Questioner,
  { tables, statement }: Steps,
  settings: ReadSettings,
  signal: AbortSignal,
): Promise<Answer> {
  if (tables.length === 0) {
    const { text } = await questioner.ask({ statement, settings }, signal);
    return readAnswer(text, []);
  }
  const id = randomUUID();
  const startedAt = performance.now();
  const ask = (step: RenderedSql, place: SessionCall['place']) => {
    const seconds = settings.max_execution_time - Math.floor((performance.now() - startedAt) / 1000);
    const inTime = { ...settings, max_execution_time: Math.max(1, seconds) };
    return questioner.ask({ statement: step, settings: inTime, session: { id, place } }, signal);
  };
  try {
    const costs: Cost[] = [];
    for (const table of tables) {
      const { cost } = await ask(buildTable(table), costs.length === 0 ? 'first' : 'further');
      costs.push(cost);
    }
    const { text } = await ask(statement, 'last');
    return readAnswer(text, costs);
  } catch (error) {
    leaveSession(questioner, id).catch(() => undefined);
    throw error;
  }
}

/**
 * On the disk, as there may be millions of rows. On a cluster a table in memory would also be sent along with every
 * subquery that another node answers, whether that reads it or not.
 */
function buildTable({ name, rows }: DerivedTable): RenderedSql {
  const text = `CREATE TEMPORARY TABLE ${name} ENGINE = MergeTree ORDER BY tuple()
    SETTINGS min_bytes_for_wide_part = ${largestPart} AS ${rows.text}`;
  return { ...rows, text };
}

/** With a file for each column, which large parts have, a small table takes several times as long. */
const largestPart = 1_000_000_000_000;

/** A node that is still at work on what was aborted refuses this: it then ends the session by itself, seconds later. */
async function leaveSession(questioner: Questioner, id: string): Promise<void> {
  const statement = { text: 'SELECT 1', parameters: {} };
  const call = { statement, settings: {}, session: { id, place: 'last' } } as const;
  await withDeadline(leaveWithinMs, (signal) => questioner.ask(call, signal));
}

const leaveWithinMs = 2_000;

/** What the engine reports of the last call, and what the calls before it took. */
function readAnswer(text: string, before: readonly Cost[]): Answer {
  const { data, statistics } = JSON.parse(text) as { data: Row[]; statistics?: Cost };
  if (!statistics) return { rows: data, statistics: { elapsed: null, rows_read: null, bytes_read: null } };
  const sum = (figure: keyof Cost) =>
    before.reduce((total, cost) => total + cost[figure], statistics[figure]);
  return {
    rows: data,
    statistics: { elapsed: sum('elapsed'), rows_read: sum('rows_read'), bytes_read: sum('bytes_read') },
  };
}
