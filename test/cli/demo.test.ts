import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildTraffic } from '../../src/demo/traffic.ts';
import { catalogue } from '../../src/reports/catalogue.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { createApiClient } from '../harness/api-client.ts';
import { createPerson } from '../harness/person.ts';
import { type Environment, runCli } from '../harness/server-process.ts';

const program = fileURLToPath(new URL('../../bin/footfall', import.meta.url));
const size = { seed: 5, visitors: 600 };
const readyWithinMs = 120_000;

type Answer = {
  workspaceId: string;
  websiteId: string;
  websiteUuid: string;
  key: string | null;
  signIn: { email: string; password: string | null };
  url: string;
};

type DemoProcess = {
  answer: Answer;
  stdout(): string;
  stderr(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
};

describe('footfall demo', () => {
  let folder = '';
  let environment: Environment = {};
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-demo-'));
    environment = { FOOTFALL_DATA_DIR: folder, PORT: '0' };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function startDemo(more: string[] = ['--still']): Promise<DemoProcess> {
    const flags = ['--json', '--seed', String(size.seed), '--visitors', String(size.visitors), ...more];
    const child = spawn(process.execPath, [program, 'demo', ...flags], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = stopper(child);
    onTestFinished(async () => void (await stop()));
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const deadline = Date.now() + readyWithinMs;
    while (!stdout().includes('\n')) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Not ready: ${stderr()}`);
      await sleep(50);
    }
    return { answer: JSON.parse(stdout()) as Answer, stdout, stderr, stop };
  }

  it('serves full reports at once, and the same ones when it is started again', {
    timeout: 300_000,
  }, async () => {
    const demo = await startDemo();
    const { key, url, signIn, ...ids } = demo.answer;
    if (key === null) throw new Error('A new demo comes with its key.');
    expect((await createPerson([url]).post('/sign-in', signIn)).status).toBe(200);
    expect(demo.stderr()).toContain('100 %');
    await runCli(['workspace', 'update', ids.workspaceId, '--rate-limit', '1000'], environment);

    const views = await requireEveryReport(url, key, ids.websiteId);
    expect(await demo.stop()).toBe(0);
    expect(demo.stdout().trim().split('\n')).toHaveLength(1);

    const again = await startDemo();
    const shownBefore = { key: null, signIn: { ...signIn, password: null } };
    expect(again.answer).toEqual({ ...ids, ...shownBefore, url: again.answer.url });
    expect(await requireEveryReport(again.answer.url, key, ids.websiteId)).toBe(views);
    expect(await again.stop()).toBe(0);
  });

  it('keeps visitors coming while it runs', { timeout: 300_000 }, async () => {
    const { answer, stop } = await startDemo([]);
    const words = [
      'key',
      'create',
      '--workspace',
      answer.workspaceId,
      '--name',
      'Live',
      '--scope',
      'pixel:read',
    ];
    const { stdout } = await runCli([...words, '--json'], environment);
    const { key } = JSON.parse(stdout) as { key: string };
    await runCli(['workspace', 'update', answer.workspaceId, '--rate-limit', '1000'], environment);
    const api = createApiClient([answer.url]);
    const startedAt = Date.now();
    const query = { website_id: answer.websiteId };
    const lastEventAt = async () => {
      const { body } = await api({ path: '/pixel/analytics/overview', query, key });
      return Date.parse(body.data.data[0].last_event_at);
    };
    await expect.poll(lastEventAt, { timeout: 60_000, interval: 500 }).toBeGreaterThan(startedAt);
    const { body } = await api({ path: '/pixel/analytics/realtime', query, key });
    expect(Number(body.data.data[0].live_visitors)).toBeGreaterThan(0);
    expect(await stop()).toBe(0);
  });

  it('refuses a number of visitors that is none', async () => {
    const { code, stderr } = await runCli(['demo', '--visitors', 'many'], environment);
    expect(code).toBe(2);
    expect(stderr).toContain('--visitors');
  });
});

/** Calls every report of the catalogue that the API has, expects rows, and answers the sum of pageviews. */
async function requireEveryReport(url: string, key: string, websiteId: string): Promise<number> {
  const api = createApiClient([url]);
  const websites = await api({ path: '/pixel/websites', key });
  const { createdAt } = websites.body.data[0] as { createdAt: string };
  const known = {
    goal_name: 'purchase',
    visitor_id: findBuyer(Date.parse(createdAt)),
    steps: 'page:/,page:/shop',
  };
  let views = 0;
  for (const report of catalogue.filter((each) => each.path ?? each.name)) {
    const { path, query } = buildCall(report, known, createdAt.slice(0, 10));
    const { status, body } = await api({ path, query: { website_id: websiteId, ...query }, key });
    expect(status, path).toBe(200);
    expect(body.data.data, path).not.toEqual([]);
    const names = report.columns.map(({ name }) => name);
    if (names.includes('ts') && names.includes('value'))
      expect(body.data.data.some((row: { value: number }) => row.value > 0)).toBe(true);
    if (report.name === 'top_pages') {
      for (const row of body.data.data) views += Number(row.views);
    }
  }
  expect(views).toBeGreaterThan(size.visitors);
  return views;
}

function buildCall(report: Report, known: Record<string, string>, lastDay: string) {
  const firstDay = new Date(Date.parse(lastDay) - 90 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const template = report.path ?? `/pixel/metrics/${report.name}`;
  const path = template.replace(/:(\w+)/g, (_, name: string) => known[name] ?? '');
  const own = Object.keys(report.parameters).filter(
    (name) => name in known && !template.includes(`:${name}`),
  );
  return {
    path,
    query: {
      ...Object.fromEntries(own.map((name) => [name, known[name] as string])),
      ...(report.dates === 'days' && buildDates(report, firstDay, lastDay)),
    },
  };
}

function buildDates(report: Report, first: string, last: string): Record<string, string> {
  return report.path ? { from_date: first, to_date: last } : { from: first, to: last };
}

function findBuyer(now: number): string {
  const visitors = [...buildTraffic({ ...size, now })].flatMap((group) => group.visitors);
  const buyer = visitors.find(({ visits }) =>
    visits.some(({ steps }) => steps.some((step) => step.type === 'goal' && step.name === 'purchase')),
  );
  if (!buyer) throw new Error('Nobody bought anything.');
  return buyer.id;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (part) => {
    text += part;
  });
  return () => text;
}

function stopper(child: ChildProcess): () => Promise<number | null> {
  const exited = once(child, 'exit');
  return async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await exited;
    return child.exitCode;
  };
}
