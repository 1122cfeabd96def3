import type { Role } from '../../api/app-state.ts';

export type Invitation = { workspaceName: string; role: Role; email: string | null; userExists: boolean };
export type Acceptance = { email?: string; password?: string };

/** What every way to join is given. */
export type JoinProps = {
  title: string;
  lead: string;
  invitation: Invitation;
  accept(acceptance: Acceptance): Promise<void>;
};
