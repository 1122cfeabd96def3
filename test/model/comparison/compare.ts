import type { Report } from '../../../src/reports/define-report.ts';
import type { Row } from '../definitions/view.ts';
import { modelOf, type ReportKey } from '../model.ts';
import { buildQuery } from '../worlds/build-query.ts';
import type { Answerer, Question } from '../worlds/question.ts';
import type { Sender } from './send-step.ts';
import type { Scene, Stage } from './stage.ts';

/** A question that the product answers otherwise than the model. */
export type Difference = { question: Question; expected: readonly Row[]; got: readonly Row[] | string };

/** The declaration that the model's report stands for. */
export function requireReport(reports: readonly Report[], key: ReportKey): Report {
  const { path, name, title } = modelOf(key);
  const report = reports.find(
    (each) => each.path === path && each.name === name && each.title === (title ?? each.title),
  );
  if (!report) throw new Error(`The catalogue has no report ${JSON.stringify({ path, name, title })}.`);
  return report;
}

export async function findDifference(
  stage: Stage,
  scene: Scene,
  answer: Answerer,
  question: Question,
): Promise<Difference | undefined> {
  const expected = answer(question);
  const got = await runQuestion(stage, scene, question);
  return areSame(expected, got) ? undefined : { question, expected, got };
}

/** Errors are answers too: the worlds ask nothing that is refused. */
async function runQuestion(
  { runner, reports }: Stage,
  { world, workspaceIds, publicIds, sender }: Scene,
  question: Question,
): Promise<Row[] | string> {
  const { workspace, surface } = question;
  const reader = { workspaceId: workspaceIds[workspace], retentionDays: world.retentionDays[workspace] };
  const run = surface === 'rest' ? runner.runRest : runner.runMetrics;
  try {
    const { data } = await run(
      requireReport(reports, question.report),
      reader,
      buildQuery(withGivenId(question, sender), publicIds),
    );
    const { leftOut = [] } = modelOf(question.report);
    return data.map((row) => without(withModelName(row, sender), leftOut));
  } catch (error) {
    return describeError(error);
  }
}

function withGivenId(question: Question, { givenIds }: Sender): Question {
  const { visitorId } = question.inputs;
  const given = visitorId && givenIds.get(visitorId);
  return given ? { ...question, inputs: { ...question.inputs, visitorId: given } } : question;
}

function withModelName(row: Row, { givenIds }: Sender): Row {
  const named = [...givenIds].find(([, given]) => given === row.visitor_id);
  return named ? { ...row, visitor_id: named[0] } : row;
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` because ${describeError(error.cause)}`;
  return `${error.name}: ${error.message}${cause}`;
}

/** Equal in every value, in the order of rows and of columns. */
export function areSame(expected: readonly Row[], got: readonly Row[] | string): boolean {
  return JSON.stringify(expected) === JSON.stringify(got);
}
