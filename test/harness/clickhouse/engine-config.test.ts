import { expect, test } from 'vitest';
import {
  buildEngineSecret,
  buildServerConfig,
  buildUsersConfig,
  createPassword,
  engineUser,
} from './engine-config.ts';

const secret = buildEngineSecret(createPassword());

function buildConfig(usersFile: string): string {
  return buildServerConfig({
    httpPort: 1234,
    tcpPort: undefined,
    usersFile,
    memoryLimitMb: 512,
    gate: secret.gate,
    identity: 'this engine',
  });
}

test('the header of whoever knows the password begins with the gate of the configuration', () => {
  const header = Buffer.from(`${engineUser}:${secret.password}`).toString('base64');
  const pattern = /<Authorization>regex:(.*)<\/Authorization>/.exec(buildConfig('users.xml'))?.[1] ?? '';
  expect(`Basic ${header}`).toMatch(new RegExp(`^${pattern}$`));
});

test('every start has its own secret', () => {
  expect(createPassword()).not.toBe(createPassword());
});

test('the password stands in neither file', () => {
  expect(buildConfig('users.xml')).not.toContain(secret.password);
  expect(buildUsersConfig(512, secret.password)).not.toContain(secret.password);
});

test('listens on loopback, on HTTP alone unless told otherwise', () => {
  expect(buildConfig('users.xml')).toContain('<listen_host>127.0.0.1</listen_host>');
  expect(buildConfig('users.xml')).not.toContain('tcp_port');
});

test('a path may hold what XML reserves', () => {
  expect(buildConfig('/a&b/<c>/users.xml')).toContain(
    '<users_config>/a&amp;b/&lt;c&gt;/users.xml</users_config>',
  );
});
