import { useSyncExternalStore } from 'react';

type Toast = { id: number; text: string; tone: 'good' | 'bad' };

const shownMs = 5000;
let toasts: readonly Toast[] = [];
let latest = 0;
const readers = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const read of readers) read();
}

/** Says in a corner, for a moment, that something was done. What went wrong belongs beside what was tried. */
export function showToast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++latest;
  change([...toasts, { id, text, tone }]);
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), shownMs);
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (read) => {
      readers.add(read);
      return () => readers.delete(read);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={`toast toast-${tone}`}>
          {text}
        </div>
      ))}
    </div>
  );
}
