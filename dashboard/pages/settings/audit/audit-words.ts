export type AuditEntry = {
  id: string;
  at: string;
  actorKind: 'person' | 'key' | 'command_line' | 'nobody';
  actor: string;
  network: string;
  action: string;
  subject: string;
};

const actions: Record<string, string> = {
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  sign_in_failed: 'Sign-in failed',
  sign_ins_ended: 'Signed out elsewhere',
  password_changed: 'Changed the password',
  two_factor_turned_on: 'Turned on two-factor sign-in',
  two_factor_turned_off: 'Turned off two-factor sign-in',
  key_created: 'Created an API key',
  key_revoked: 'Revoked an API key',
  member_invited: 'Invited',
  invitation_withdrawn: 'Withdrew an invitation',
  member_joined: 'Joined',
  member_role_changed: 'Changed a role',
  member_removed: 'Removed a member',
  share_link_created: 'Created a share link',
  share_link_changed: 'Changed a share link',
  share_link_revoked: 'Revoked a share link',
  settings_changed: 'Changed settings',
  website_created: 'Added a website',
  website_changed: 'Changed a website',
  signing_secret_made: 'Made a signing secret',
  website_deleted: 'Deleted a website',
  records_deleted: 'Deleted all records',
  conversions_deleted: 'Deleted conversions',
  payments_deleted: 'Deleted payments',
  person_exported: 'Exported a person',
  person_erased: 'Erased a person',
};

export const actionWords = (action: string): string => actions[action] ?? action;

export function actorWords({ actorKind, actor }: AuditEntry): string {
  if (actorKind === 'key') return `API key ${actor}`;
  return actorKind === 'nobody' ? `somebody as ${actor}` : actor;
}
