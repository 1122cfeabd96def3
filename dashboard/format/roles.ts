import type { Role } from '../api/app-state.ts';

export const roles: readonly { role: Role; label: string; allows: string }[] = [
  { role: 'viewer', label: 'Viewer', allows: 'Sees all reports.' },
  {
    role: 'member',
    label: 'Member',
    allows: 'Also changes websites, segments and funnels, and exports data.',
  },
  {
    role: 'owner',
    label: 'Owner',
    allows: 'Also manages people, API keys, settings and the deletion of data.',
  },
];

export const formatRole = (role: Role): string => roles.find((each) => each.role === role)?.label ?? role;
