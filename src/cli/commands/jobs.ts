import { systemClock } from '../../contract/clock.ts';
import { requireDue } from '../../jobs/job-table.ts';
import { listJobs } from '../../jobs/list-jobs.ts';
import type { Command } from '../define-command.ts';
import { buildTable } from '../table.ts';

export const commands: readonly Command[] = [
  {
    kind: 'control',
    name: 'jobs run',
    usage: 'NAME',
    summary: 'Make a job due: a running server does it within seconds',
    options: {},
    arguments: 1,
    async run(control, { arguments: [name = ''] }) {
      await requireDue(control, name, systemClock());
      return { value: { name, due: true }, text: `${name} is due.` };
    },
  },
  {
    kind: 'control',
    name: 'jobs',
    usage: '',
    summary: 'What servers do by themselves: when it ran, when it runs next, and its last error',
    options: {},
    arguments: 0,
    async run(control) {
      const jobs = await listJobs(control, systemClock());
      const rows = jobs.map(({ name, state, runs, finishedAt, dueAt, error }) => [
        name,
        state,
        String(runs),
        finishedAt ?? 'never',
        dueAt,
        error?.replaceAll(/\s+/g, ' ') ?? '',
      ]);
      const text = buildTable(['NAME', 'STATE', 'RUNS', 'LAST RUN', 'NEXT RUN', 'LAST ERROR'], rows);
      return { value: jobs, text: jobs.length === 0 ? 'No server has run on this database yet.' : text };
    },
  },
];
