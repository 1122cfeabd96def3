import { useEffect, useState } from 'react';
import { ask } from '../../../api/ask.ts';
import type { Alert, TestResult } from '../../../api/automation.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconCheck, IconWarning } from '../../../ui/icons.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';

/** Sends a test as it opens, and says of each channel whether it worked. */
export function TestDialog({ alert, address, onClose }: { alert: Alert; address: string; onClose(): void }) {
  const [results, setResults] = useState<TestResult[]>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(1);
  const path = `${address}/${alert.id}/test`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt sends once.
  useEffect(() => {
    let isOpen = true;
    setError(undefined);
    ask<TestResult[]>(path, { method: 'POST', body: {} }).then(
      (answer) => isOpen && setResults(answer),
      (problem: unknown) => isOpen && setError(problem),
    );
    return () => {
      isOpen = false;
    };
  }, [path, attempt]);
  return (
    <Dialog title={`Test of ${alert.name}`} onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => setAttempt(attempt + 1)} />
      ) : results ? (
        <div role="status">
          <ul className="alert-messages">
            {results.map(({ channel, error: problem }) => (
              <li key={channel} className="item-title">
                {problem ? <IconWarning /> : <IconCheck />}
                {channel}: {problem ?? 'sent'}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <SkeletonRows rows={alert.targets.length} />
      )}
    </Dialog>
  );
}
