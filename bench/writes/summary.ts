import { describeMachine, type Machine } from '../machine.ts';
import { median } from '../median.ts';
import type { WriteOptions } from '../parse-options.ts';
import { formatCount, type Table } from '../table.ts';
import type { Load } from './run-load.ts';

export type Round = { bare: Load; footfall: Load & { backlog: { records: number; seconds: number } } };

export type Summary = {
  title: string;
  machine: Machine;
  connections: number;
  rounds: Round[];
  bare: Figures;
  footfall: Figures;
  /** Footfall's writes a second in percent of the bare server's: median, worst and best round. */
  ratio: { median: number; lowest: number; highest: number };
  /** Records that reached the engine a second, from the first request until the spool was empty. */
  drainedPerSecond: number;
  accepted: number;
  stored: number;
};

type Figures = { perSecond: number; p50Ms: number; p99Ms: number };

/** What a kill under load cost: records whose acceptance arrived, and those that were then found. */
export type CrashSummary = { title: string; accepted: number; stored: number; lost: number };

export function buildCrashSummary(title: string, accepted: number, stored: number): CrashSummary {
  return { title, accepted, stored, lost: Math.max(0, accepted - stored) };
}

/** More may be stored than accepted: those that were on disk when the kill came before their answer. */
export function formatCrashSummary({ title, accepted, stored, lost }: CrashSummary): string {
  const counts = `${formatCount(accepted)} accepted, ${formatCount(stored)} stored`;
  return `${title}, SIGKILL under load: ${counts}, lost ${formatCount(lost)}\n`;
}

export function buildSummary(
  title: string,
  rounds: Round[],
  accepted: number,
  stored: number,
  { connections }: WriteOptions,
): Summary {
  const ratios = rounds.map(({ bare, footfall }) => (100 * footfall.perSecond) / bare.perSecond);
  return {
    title,
    machine: describeMachine(),
    connections,
    rounds,
    bare: medianFigures(rounds.map((round) => round.bare)),
    footfall: medianFigures(rounds.map((round) => round.footfall)),
    ratio: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    drainedPerSecond: median(
      rounds.map(({ footfall }) => footfall.accepted / (footfall.seconds + footfall.backlog.seconds)),
    ),
    accepted,
    stored,
  };
}

export function formatSummary(summary: Summary): string {
  const { machine, bare, footfall, ratio, accepted, stored } = summary;
  const lines = [
    `${summary.title}, ${summary.connections} connections, median of ${summary.rounds.length} rounds`,
    `${machine.cores} cores shared with the load generator, ${machine.memoryGb} GB, Node ${machine.node}`,
    '',
    formatRow('', 'writes/s', 'p50 ms', 'p99 ms'),
    formatFigures('bare Fastify + Zod', bare),
    formatFigures('footfall, durable', footfall),
    '',
    `ratio        ${ratio.median.toFixed(0)} % (rounds from ${ratio.lowest.toFixed(0)} % to ${ratio.highest.toFixed(0)} %)`,
    `into reports ${formatCount(summary.drainedPerSecond)} records/s, load and drain together`,
    `records      ${formatCount(accepted)} accepted, ${formatCount(stored)} stored, lost ${formatCount(Math.max(0, accepted - stored))}`,
  ];
  return `${lines.join('\n')}\n`;
}

export function buildWriteTable(summaries: readonly Summary[]): Table {
  const [first] = summaries;
  const row = (name: string, { perSecond, p50Ms, p99Ms }: Figures, into: string) => [
    name,
    formatCount(perSecond),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    into,
  ];
  return {
    title: `${first?.connections} connections, median of ${first?.rounds.length} rounds`,
    head: ['', 'writes/s', 'p50 ms', 'p99 ms', 'into reports/s'],
    rows: summaries.flatMap(({ title, bare, footfall, drainedPerSecond }) => [
      row(`${title}, bare Fastify + Zod`, bare, ''),
      row(`${title}, Footfall, durable`, footfall, formatCount(drainedPerSecond)),
    ]),
  };
}

function formatFigures(name: string, { perSecond, p50Ms, p99Ms }: Figures): string {
  return formatRow(name, formatCount(perSecond), p50Ms.toFixed(1), p99Ms.toFixed(1));
}

function formatRow(name: string, ...cells: string[]): string {
  return `${name.padEnd(20)}${cells.map((cell) => cell.padStart(10)).join('')}`;
}

function medianFigures(loads: readonly Load[]): Figures {
  return {
    perSecond: median(loads.map((load) => load.perSecond)),
    p50Ms: median(loads.map((load) => load.p50Ms)),
    p99Ms: median(loads.map((load) => load.p99Ms)),
  };
}
