import { type ReactNode, useState } from 'react';
import { messageOf } from '../api/ask.ts';
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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setBusy(true);
    try {
      await run();
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="danger" busy={busy} disabled={typed !== undefined && text !== typed} onClick={confirm}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <div className="confirm">
        {children}
        {typed !== undefined && (
          <TextField
            label={`Type ${typed} to confirm`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
          />
        )}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
