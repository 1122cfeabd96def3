import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';

export type JobState = {
  name: string;
  /** `late`: due for minutes and nobody runs it, as where no server is running. */
  state: 'running' | 'waiting' | 'failed' | 'late';
  runs: number;
  dueAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  failedAt: string | null;
  /** Of the last run; null where it went well. */
  error: string | null;
};

const lateMs = 5 * 60_000;

export async function listJobs({ db }: Control, now: number): Promise<JobState[]> {
  const rows = await db.selectFrom('jobs').selectAll().orderBy('name').execute();
  return rows.map((row) => ({
    name: row.name,
    state: stateOf(row, now),
    runs: row.runs,
    dueAt: buildIsoTime(row.due_at),
    startedAt: buildIsoTime(row.started_at),
    finishedAt: buildIsoTime(row.finished_at),
    failedAt: buildIsoTime(row.failed_at),
    error: row.error,
  }));
}

type StateRow = { held_until: number | null; due_at: number; error: string | null };

function stateOf({ held_until, due_at, error }: StateRow, now: number): JobState['state'] {
  if (held_until !== null && held_until > now) return 'running';
  if (due_at <= now - lateMs) return 'late';
  return error === null ? 'waiting' : 'failed';
}
