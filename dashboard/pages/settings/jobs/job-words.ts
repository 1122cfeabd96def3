export type JobState = {
  name: string;
  state: 'running' | 'waiting' | 'failed' | 'late';
  runs: number;
  dueAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  failedAt: string | null;
  error: string | null;
};

export const stateWords: Record<JobState['state'], string> = {
  running: 'Running',
  waiting: 'In order',
  failed: 'Failed',
  late: 'Late: no server runs it',
};

type JobWords = { label: string; does: string };

const words: Record<string, JobWords> = {
  alerts: { label: 'Alerts', does: 'Looks whether an alert has to fire, or is over.' },
  deliveries: { label: 'Messages', does: 'Sends mails and webhooks, and tries again those that failed.' },
  'scheduled-reports': { label: 'Email reports', does: 'Finds reports that are due.' },
  retention: {
    label: 'Retention',
    does: 'Deletes, every night, records that are older than their workspace keeps them.',
  },
  'file-rewrites': {
    label: 'Files',
    does: 'Writes the files anew in the night after something was deleted, so that nothing of it stays in them.',
  },
  purge: {
    label: 'Clean up',
    does: 'Deletes what is over: sign-ins, links, and what was kept against repeated requests.',
  },
};

export const wordsOf = (name: string): JobWords => words[name] ?? { label: name, does: '' };
