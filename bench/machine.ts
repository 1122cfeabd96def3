import { cpus, totalmem } from 'node:os';

export type Machine = { cores: number; memoryGb: number; node: string };

const bytesPerGb = 1024 ** 3;

export function describeMachine(): Machine {
  return {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / bytesPerGb),
    node: process.version,
  };
}
