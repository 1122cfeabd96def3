import { type ReactNode, useId, useState } from 'react';
import { useSubmission } from '../api/use-submission.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';

export type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  /** What the button says: a verb. */
  action: string;
  /** What has to be typed first, where the deed cannot be undone. */
  typed?: string;
  run(): Promise<unknown>;
  onClose(): void;
};

export function ConfirmDialog({ title, children, action, typed, run, onClose }: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const id = useId();
  const submission = useSubmission(async () => {
    await run();
    onClose();
  });
  const isTyped = typed === undefined || text.trim() === typed;
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={id} look="danger" busy={submission.busy} disabled={!isTyped}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <form id={id} className="confirm" onSubmit={submission.onSubmit}>
        {children}
        {typed !== undefined && (
          <TextField
            label={`Type ${typed} to confirm`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {submission.error && (
          <p className="form-error" role="alert">
            {submission.error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
