import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startEngine } from './start-engine.ts';

it('answers those alone who know the login, also as the user without a password', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-engine-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const engine = await startEngine({ directory });
  onTestFinished(() => engine.kill());
  const { origin, username, password } = new URL(engine.url);
  const ask = (query: string, login?: string) =>
    fetch(`${origin}/?${query}`, {
      headers: login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {},
    });
  expect(await (await ask('query=SELECT+42', `${username}:${password}`)).text()).toBe('42\n');
  for (const login of [undefined, 'default:', `${username}:wrong`]) {
    expect((await ask('query=SELECT+42&user=default', login)).ok).toBe(false);
  }
});
