/** Two real servers on one control database: whatever is due is sent once, by whichever of them is there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScheduledReport } from '../../src/automation/create-scheduled-report.ts';
import { systemClock } from '../../src/contract/clock.ts';
import { makeDue } from '../../src/jobs/job-table.ts';
import { listJobs } from '../../src/jobs/list-jobs.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { type MailServer, startMailServer } from '../harness/mail-server.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';

let folder: string;
let postgres: TestPostgres;
let smtp: MailServer;
let control: Control;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-two-'));
  smtp = await startMailServer();
  postgres = await startPostgres();
  const postgresUrl = await postgres.createDatabase();
  const shared = { DATABASE_URL: postgresUrl, ...smtp.environment };
  servers = await Promise.all(
    ['a', 'b'].map((name) => startServerProcess({ FOOTFALL_DATA_DIR: join(folder, name), ...shared })),
  );
  control = await openControl({ postgresUrl });
});
afterAll(async () => {
  await control?.close();
  await Promise.all(servers.map((server) => server.kill()));
  await postgres?.stop();
  await smtp?.close();
  await rm(folder, { recursive: true, force: true });
});

async function scheduleDue(names: readonly string[]): Promise<void> {
  const { id } = await createWorkspace(control, { name: 'Acme' }, systemClock);
  const website = await createWebsite(control, id, ['example.com'], systemClock);
  await Promise.all(
    names.map((name) =>
      createScheduledReport(
        control,
        id,
        {
          websiteUuid: website.id,
          name,
          frequency: 'daily',
          timezone: 'UTC',
          recipients: [`${name}@example.com`],
          nextRunAt: Date.now(),
        },
        systemClock,
      ),
    ),
  );
}

const runsOf = async () => {
  const jobs = await listJobs(control, Date.now());
  return Object.fromEntries(jobs.map(({ name, runs }) => [name, runs]));
};

/** Until both servers had every chance to send something again. */
async function runAgain(times: number): Promise<void> {
  const before = await runsOf();
  const isOver = async () => {
    const now = await runsOf();
    return ['scheduled-reports', 'deliveries'].every(
      (name) => (now[name] ?? 0) >= (before[name] ?? 0) + times,
    );
  };
  while (!(await isOver())) {
    for (const name of ['scheduled-reports', 'deliveries']) await makeDue(control, name, Date.now());
    await sleep(200);
  }
}

/** What a server held when it died is taken over after two minutes. */
const patienceMs = 200_000;
const untilMails = (count: number) =>
  expect.poll(() => smtp.mails.length, { timeout: patienceMs }).toBe(count);
const recipients = () => smtp.mails.flatMap(({ to }) => to).sort();

it(
  'send one email each, and go on where one of them dies',
  async () => {
    const first = Array.from({ length: 10 }, (_, n) => `first-${n}`);
    await scheduleDue(first);
    await makeDue(control, 'scheduled-reports', Date.now());
    await untilMails(10);
    await runAgain(3);
    expect(recipients()).toEqual(first.map((name) => `${name}@example.com`).sort());

    await servers[0]?.kill();
    await scheduleDue(['second']);
    await makeDue(control, 'scheduled-reports', Date.now());
    await untilMails(11);
    await runAgain(2);
    expect(recipients().filter((address) => address.startsWith('second'))).toEqual(['second@example.com']);
    expect(smtp.mails).toHaveLength(11);
  },
  2 * patienceMs,
);
