import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { IconCross } from './icons.tsx';

export type DialogProps = {
  title: string;
  /** Beside the title, such as a search field. */
  tools?: ReactNode;
  width?: 'narrow' | 'medium' | 'wide';
  onClose(): void;
  children: ReactNode;
  /** Buttons at the end. */
  footer?: ReactNode;
};

/** Open while it is mounted. The browser keeps the focus in it, and Escape or a click beside it closes it. */
export function Dialog({ title, tools, width = 'narrow', onClose, children, footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it is still in the page, the dialog gives the focus back to what had it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would begin with the button that closes it.
    element?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which the browser handles.
    <dialog
      ref={dialog}
      className={`dialog dialog-${width}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog-sheet">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {tools}
          <IconButton icon={IconCross} label="Close" onClick={onClose} />
        </header>
        <div className="dialog-body">{children}</div>
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  );
}
