import { buildSettingsHelp } from '../../settings.ts';
import type { Command } from '../define-command.ts';
import { untilStopped } from '../until-stopped.ts';

const serve: Command = {
  kind: 'server',
  name: 'serve',
  usage: '',
  summary: 'Run the server; footfall serve --help lists its settings',
  help: () => `Settings are environment variables:\n\n${buildSettingsHelp()}`,
  options: {},
  arguments: 0,
  async run(config) {
    // Loaded only here: the other commands answer in a fraction of the time without the server's parts.
    const { start } = await import('../../main.ts');
    await untilStopped(start(config, { announceSetUp }));
  },
};

export const commands = [serve];

function announceSetUp(link: string): void {
  process.stderr.write(`\nNobody can sign in yet. Make the first owner here, once:\n\n  ${link}\n\n`);
}
