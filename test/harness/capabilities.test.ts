import { describe, expect, it } from 'vitest';
import { type Capabilities, chooseProjects, listLeftOut } from './capabilities.ts';

const projects = ['unit', 'clickhouse', 'browser', 'dashboard'].map((name) => ({ test: { name } }));
const everything: Capabilities = {
  browser: { kind: 'machine', path: '/usr/bin/chromium' },
  clickhouse: { kind: 'server', url: 'http://127.0.0.1:8123' },
};

function namesOf(capabilities: Capabilities): string[] {
  return chooseProjects(projects, capabilities).map(({ test }) => test.name);
}

describe('the projects of a run', () => {
  it('are all there where the machine has everything', () => {
    expect(namesOf(everything)).toEqual(['unit', 'clickhouse', 'browser', 'dashboard']);
    expect(listLeftOut(everything)).toEqual([]);
  });

  it('leave out those that need a browser where there is none, and say so', () => {
    const capabilities = { ...everything, browser: undefined };
    expect(namesOf(capabilities)).toEqual(['unit', 'clickhouse']);
    expect(listLeftOut(capabilities)).toMatchObject([{ why: 'no Chromium or Chrome was found' }]);
  });

  it('leave out those that need a ClickHouse where there is none, and say so', () => {
    const capabilities = { ...everything, clickhouse: undefined };
    expect(namesOf(capabilities)).toEqual(['unit', 'browser', 'dashboard']);
    expect(listLeftOut(capabilities)).toMatchObject([{ remedy: expect.stringContaining('linux-x64') }]);
  });
});
