import type { Role } from '../../api/app-state.ts';

export type Invitation = { workspaceName: string; role: Role; email: string | null };

/** What every way to join is given. */
export type JoinProps = {
  title: string;
  lead: string;
  invitation: Invitation;
  /** For who is signed in. */
  accept(): Promise<void>;
};
