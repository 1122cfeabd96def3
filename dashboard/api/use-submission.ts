import { type FormEvent, useState } from 'react';
import { Failure, messageOf } from './ask.ts';

export type Submission = {
  busy: boolean;
  /** What is wrong with the form as a whole; what belongs to one field stands there. */
  error: string | undefined;
  /** By the name that the server knows the field by. */
  errorOf(field: string): string | undefined;
  /** The server's refusal, where its code matters. */
  failure: Failure | undefined;
  onSubmit(event: FormEvent): void;
  run(): Promise<void>;
};

/** Sends a form once at a time, and keeps what the server found wrong until the next attempt. */
export function useSubmission(send: () => Promise<unknown>): Submission {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();

  async function run() {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  const fieldErrors = fieldErrorsOf(problem);
  return {
    busy,
    error: problem === undefined || Object.keys(fieldErrors).length > 0 ? undefined : messageOf(problem),
    errorOf: (field) => fieldErrors[field]?.[0],
    failure: problem instanceof Failure ? problem : undefined,
    onSubmit(event) {
      event.preventDefault();
      void run();
    },
    run,
  };
}

function fieldErrorsOf(problem: unknown): Record<string, string[] | undefined> {
  if (!(problem instanceof Failure)) return {};
  const errors = problem.details.fieldErrors;
  return typeof errors === 'object' && errors !== null ? (errors as Record<string, string[]>) : {};
}
