import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';

export type PopoverProps = {
  /** The button that opens it, given what it must carry. */
  trigger(control: TriggerProps): ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  label: string;
  align?: 'start' | 'end';
  className?: string;
};

export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
};

const margin = 8;

/** Over everything else by the browser's own popover: a click beside it or Escape closes it, focus returns. */
export function Popover({ trigger, children, label, align = 'start', className = '' }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const onToggle = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, []);

  useEffect(() => {
    if (!isOpen || !panel.current || !button.current) return;
    const place = () => placeBelow(panel.current, button.current, align);
    place();
    focusFirst(panel.current);
    window.addEventListener('resize', place);
    // What is in it may come later, and change its size.
    const observer = new ResizeObserver(place);
    observer.observe(panel.current);
    return () => {
      window.removeEventListener('resize', place);
      observer.disconnect();
    };
  }, [isOpen, align]);

  const close = () => panel.current?.hidePopover();
  return (
    <>
      {trigger({ ref: button, popoverTarget: id, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={`popover ${className}`}
      >
        {isOpen && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}

function placeBelow(panel: HTMLElement | null, button: HTMLElement | null, align: 'start' | 'end'): void {
  if (!panel || !button) return;
  const place = button.getBoundingClientRect();
  const width = panel.offsetWidth;
  const wanted = align === 'start' ? place.left : place.right - width;
  const left = Math.min(Math.max(margin, wanted), window.innerWidth - width - margin);
  const below = place.bottom + 6;
  const room = window.innerHeight - below - margin;
  const height = panel.scrollHeight;
  const isAbove = room < height && place.top - 6 - margin > room;
  const top = isAbove ? Math.max(margin, place.top - 6 - height) : below;
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
  panel.style.maxHeight = `${isAbove ? place.top - 6 - margin : room}px`;
}

/** What is chosen already, else the first that can be. */
function focusFirst(panel: HTMLElement): void {
  const marked = panel.querySelector<HTMLElement>(
    '[data-autofocus], [aria-checked="true"], [aria-current="true"]',
  );
  const first = panel.querySelector<HTMLElement>('button, input, select, a[href]');
  (marked ?? first)?.focus({ preventScroll: true });
}
