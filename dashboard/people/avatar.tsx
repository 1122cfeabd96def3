import { nameVisitor } from './visitor-name.ts';

/** A round of the visitor's own colour; the name stands beside it. */
export function Avatar({ visitorId, large = false }: { visitorId: string; large?: boolean }) {
  const { initials, hue } = nameVisitor(visitorId);
  return (
    <span
      className={large ? 'avatar avatar-large' : 'avatar'}
      style={{ '--hue': hue } as Record<string, number>}
      aria-hidden="true"
    >
      {initials}
    </span>
  );
}
