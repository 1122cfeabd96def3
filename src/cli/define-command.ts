import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config.ts';
import type { Control } from '../store/control/open-control.ts';

/** Wrong use of a command: exit code 2, with the usage. */
export class UsageError extends Error {}

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

export type CommandInput = { flags: Flags; arguments: readonly string[] };

export type Command = {
  /** As typed: `workspace create`. */
  name: string;
  usage: string;
  summary: string;
  /** What `--help` after the command's name adds to its summary. */
  help?: () => string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** How many arguments beside the flags. */
  arguments: number | 'any';
} & (
  | { kind: 'control'; run(control: Control, input: CommandInput, config: Config): Promise<Outcome> }
  | { kind: 'server'; run(config: Config, input: CommandInput & { json: boolean }): Promise<void> }
);

/** What `--json` prints, and what a person reads without it. */
export type Outcome = { value: unknown; text: string };

export function requireText(flags: Flags, name: string): string {
  const value = flags[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is required.`);
  return value;
}

export function requireTexts(flags: Flags, name: string): string[] {
  const values = [flags[name] ?? []].flat().map(String);
  if (values.length === 0) throw new UsageError(`--${name} is required; it may be given more than once.`);
  return values;
}

export function findWhole(flags: Flags, name: string): number | undefined {
  const value = flags[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < 1) {
    throw new UsageError(`--${name} must be a whole number of at least 1.`);
  }
  return Number(value);
}
