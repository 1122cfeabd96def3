/** For commands that need records: asks the server that runs on the data directory, or one that lives as long as the command. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { systemClock } from '../contract/clock.ts';
import type { KeyId, WorkspaceId } from '../contract/ids.ts';
import { createKey } from '../keys/create-key.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { type Control, openControl } from '../store/control/open-control.ts';
import { requireWorkspace } from '../store/control/require-workspace.ts';
import { DataDirectoryInUse, isDataDirectoryInUse } from '../store/lock-data-directory.ts';
import { findServerUrl } from '../store/running-server.ts';
import { refuseFailedRewrite } from './refuse-failed-rewrite.ts';

export type ServerCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

type Reached = { url: string; rewrite(): Promise<void>; stop(): Promise<void> };

export type Server = {
  call: ServerCall;
  /** For polling: requests to the API would use up the rate limit of the workspace. */
  control: Control;
  /** Resolves when the files may be written anew: a server that runs by itself does so within seconds. */
  rewrite(): Promise<void>;
};

const keyLastsMs = 60 * 60_000;
const lookAgainMs = 250;

/** The key is made for this command and revoked when it ends. */
export async function withServer<Result>(
  config: Config,
  workspaceId: WorkspaceId,
  work: (server: Server) => Promise<Result>,
): Promise<Result> {
  const control = await openControl(
    config.postgresUrl ? { postgresUrl: config.postgresUrl } : { sqlitePath: config.sqlitePath },
  );
  try {
    await requireWorkspace(control, workspaceId);
    const beganAt = systemClock();
    const { url, rewrite, stop } = await reachServer(config);
    const rewriting = async () => {
      await rewrite();
      await refuseFailedRewrite(control, beganAt);
    };
    try {
      return await withKey(control, workspaceId, (key) =>
        work({ call: createCall(url, key), control, rewrite: rewriting }),
      );
    } finally {
      await stop();
    }
  } finally {
    await control.close();
  }
}

async function reachServer(config: Config): Promise<Reached> {
  // Asked first: a command beside a server answers in half the time without the server's parts.
  if (isDataDirectoryInUse(config.dataDirectory)) return reachRunning(config);
  const { start } = await import('../main.ts');
  try {
    const quiet = { ...config, host: '127.0.0.1', port: 0, logLevel: 'silent' as const };
    const { url, jobs, stop } = await start(quiet, { runsJobs: false });
    return { url, rewrite: () => jobs.run('file-rewrites'), stop };
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return reachRunning(config);
    throw error;
  }
}

function reachRunning({ dataDirectory }: Config): Reached {
  const url = findServerUrl(dataDirectory);
  if (url === undefined)
    throw new Error('The server on this data directory is still starting. Try again shortly.');
  return { url, rewrite: () => sleep(lookAgainMs), stop: async () => {} };
}

async function withKey<Result>(
  control: Control,
  workspaceId: WorkspaceId,
  work: (key: string) => Promise<Result>,
): Promise<Result> {
  const scopes = ['pixel:read', 'pixel:write'] as const;
  const input = { name: 'Command line', scopes, expiresAt: systemClock() + keyLastsMs };
  const { id, key } = await createKey(control, workspaceId, input, systemClock);
  try {
    return await work(key);
  } finally {
    await revokeKey(control, id as KeyId, systemClock, workspaceId);
  }
}

function createCall(url: string, key: string): ServerCall {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data?: unknown; error?: { message: string } };
    if (!response.ok) throw new Error(answer.error?.message ?? `The server answered ${response.status}.`);
    return answer.data;
  };
}
