import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../config.ts';
import { systemClock } from '../../contract/clock.ts';
import { noteDeletion } from '../../deletions/note-deletion.ts';
import { makeDue } from '../../jobs/job-table.ts';
import type { Control } from '../../store/control/open-control.ts';
import type { Command } from '../define-command.ts';
import { refuseFailedRewrite } from '../refuse-failed-rewrite.ts';

const lookAgainMs = 250;

/** Where a server runs on the directory, the command asks that server to do it. */
const compact: Command = {
  kind: 'control',
  name: 'compact',
  usage: '',
  summary: 'Write the files anew, so that nothing that was deleted stays readable in them',
  options: {},
  arguments: 0,
  async run(control, _, config) {
    if (!existsSync(config.spoolDirectory)) {
      throw new ConfigError(`There is nothing to write anew: ${config.spoolDirectory} does not exist.`);
    }
    const serverId = await findServerId(config.spoolDirectory);
    const beganAt = systemClock();
    await noteDeletion(control, serverId, beganAt);
    const { start } = await import('../../main.ts');
    const { DataDirectoryInUse } = await import('../../store/lock-data-directory.ts');
    try {
      const quiet = { ...config, host: '127.0.0.1', port: 0, logLevel: 'silent' as const };
      const { jobs, stop } = await start(quiet, { runsJobs: false });
      try {
        await jobs.run('file-rewrites');
      } finally {
        await stop();
      }
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse)) throw error;
      await makeDue(control, 'file-rewrites', systemClock());
    }
    await untilRewritten(control, serverId, beganAt);
    const seconds = Math.round((systemClock() - beganAt) / 100) / 10;
    return { value: { rewritten: true, seconds }, text: `The files were written anew in ${seconds} s.` };
  },
};

export const commands = [compact];

async function findServerId(directory: string): Promise<string> {
  const { openSpoolFiles } = await import('../../ingest/spool-files.ts');
  const files = openSpoolFiles(directory);
  try {
    return files.id;
  } finally {
    await files.close();
  }
}

async function untilRewritten(control: Control, serverId: string, beganAt: number): Promise<void> {
  for (;;) {
    const row = await control.db
      .selectFrom('file_rewrites')
      .select('rewritten_at')
      .where('server_id', '=', serverId)
      .executeTakeFirst();
    if (row?.rewritten_at && row.rewritten_at >= beganAt) return;
    await refuseFailedRewrite(control, beganAt);
    await sleep(lookAgainMs);
  }
}
