import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';

/** As on the wire: counts are texts of digits, rates and money are numbers. */
export type Cell = string | number | boolean | null | string[] | number[] | Record<string, unknown>;
export type Row = Record<string, Cell>;

export type ReportAnswer<Shape = Row> = {
  data: Shape[];
  rows: number;
  data_status: 'ok' | 'delayed';
};

/** A report of the API: `path` as after /api/v1, without the slash at its start. */
export type ReportQuestion = {
  /** Of the place that it is asked about. */
  base: string;
  path: string;
  query: Readonly<Record<string, string | number | undefined>>;
};

export function buildReportAddress({ base, path, query }: ReportQuestion): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `${base}/api/${path}?${parameters}`;
}

/** The same rows as a file. */
export function buildCsvAddress(question: ReportQuestion): string {
  return buildReportAddress({ ...question, query: { ...question.query, format: 'csv' } });
}

type Envelope<Data> = { data: Data };

export async function askReport<Shape>(question: ReportQuestion, signal?: AbortSignal) {
  const address = buildReportAddress(question);
  const { data } = await ask<Envelope<ReportAnswer<Shape>>>(address, signal ? { signal } : {});
  return data;
}

export const reportQuery = <Shape = Row>(question: ReportQuestion) => ({
  queryKey: ['report', buildReportAddress(question)],
  queryFn: ({ signal }: { signal: AbortSignal }) => askReport<Shape>(question, signal),
  staleTime: 30_000,
});

/**
 * While another question is under way the last answer stays, marked by `isPlaceholderData`: pages dim it, nothing
 * jumps. Without a question nothing is asked.
 */
export function useReport<Shape = Row>(question: ReportQuestion | undefined) {
  return useQuery({
    queryKey: ['report', question && buildReportAddress(question)],
    queryFn: ({ signal }) => askReport<Shape>(question as ReportQuestion, signal),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** Counts are unsigned 64-bit texts; what is drawn or compared needs no more than a double holds. */
export const toNumber = (cell: Cell | undefined): number => Number(cell ?? 0);
