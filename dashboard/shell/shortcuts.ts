import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A key, or two one after the other as in `g r`. */
export type Shortcut = { keys: string; label: string; run(): void };

const known = new Map<symbol, readonly Shortcut[]>();
const readers = new Set<() => void>();
let listed: readonly Shortcut[] = [];
let pending: string | undefined;
let pendingTimer: ReturnType<typeof setTimeout> | undefined;
const pendingMs = 1200;

function changed(): void {
  listed = [...known.values()].flat();
  for (const read of readers) read();
}

/** In force while the component is mounted, and in the list behind `?`. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const names = shortcuts.map(({ keys, label }) => keys + label).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the list; what it runs is read late.
  useEffect(() => {
    const id = Symbol('shortcuts');
    const bound = latest.current.map(({ keys, label }, index) => ({
      keys,
      label,
      run: () => latest.current[index]?.run(),
    }));
    known.set(id, bound);
    changed();
    return () => {
      known.delete(id);
      changed();
    };
  }, [names]);
}

export function useListedShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (read) => {
      readers.add(read);
      return () => readers.delete(read);
    },
    () => listed,
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}

/** Nothing happens while somebody types, or while a dialog is open. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector('dialog[open], :popover-open')) return;
  const keys = pending ? `${pending} ${event.key}` : event.key;
  clearTimeout(pendingTimer);
  pending = undefined;
  const found = listed.find((shortcut) => shortcut.keys === keys);
  if (found) {
    event.preventDefault();
    found.run();
  } else if (listed.some((shortcut) => shortcut.keys.startsWith(`${event.key} `))) {
    pending = event.key;
    pendingTimer = setTimeout(() => {
      pending = undefined;
    }, pendingMs);
  }
}

export function listenToShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
