/** The drain in a process of its own: what the server and that process say to each other, and the end that drains. */
import type { Log } from '../contract/log.ts';
import { type DrainOptions, startDrain } from './drain.ts';

/** Told to the process: there may be something new. */
export type ToDrain = 'look';

export type DrainRequest =
  | { wants: 'catch up'; timeoutMs: number }
  | { wants: 'overwrite' }
  | { wants: 'stop' };

/** Told to the server. */
export type FromDrain = { say: 'stored' } | { say: 'log'; level: keyof Log; fields: object; message: string };

export type DrainService = {
  take(message: ToDrain): void;
  answer(request: DrainRequest): Promise<void>;
  close(): Promise<void>;
};

type ServiceOptions = Omit<DrainOptions, 'log' | 'onStored'> & { tell(message: FromDrain): void };

export function serveDrain({ tell, ...options }: ServiceOptions): DrainService {
  const onStored = () => tell({ say: 'stored' });
  const drain = startDrain({ ...options, log: createRemoteLog(tell), onStored });
  return {
    take: () => drain.notify(),
    answer(request) {
      if (request.wants === 'overwrite') return options.spool.overwriteFreed();
      return request.wants === 'stop' ? drain.stop() : drain.catchUp(request.timeoutMs);
    },
    close: () => drain.stop(),
  };
}

/** Writes to the log of the server. */
export function createRemoteLog(tell: (message: FromDrain) => void): Log {
  const write = (level: keyof Log) => (fields: object, message: string) =>
    tell({ say: 'log', level, fields, message });
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
