import { Dialog } from '../ui/dialog.tsx';
import { useListedShortcuts } from './shortcuts.ts';

export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const shortcuts = useListedShortcuts();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
