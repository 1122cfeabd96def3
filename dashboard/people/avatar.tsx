import { findInitials, nameVisitor } from './visitor-name.ts';

export type AvatarProps = {
  visitorId: string;
  /** As it stands beside it, where they have one of their own. */
  ownName?: string | undefined;
  large?: boolean;
};

/** A round of the visitor's own colour; the name stands beside it. */
export function Avatar({ visitorId, ownName, large = false }: AvatarProps) {
  const { initials, hue } = nameVisitor(visitorId);
  return (
    <span
      className={large ? 'avatar avatar-large' : 'avatar'}
      style={{ '--hue': hue } as Record<string, number>}
      aria-hidden="true"
    >
      {ownName === undefined ? initials : findInitials(ownName)}
    </span>
  );
}
