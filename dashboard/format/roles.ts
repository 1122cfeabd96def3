import type { Role } from '../api/app-state.ts';

export type RoleWords = {
  role: Role;
  label: string;
  /** Of somebody else, after the roles above it in the list. */
  allows: string;
  /** To whom it is offered. */
  offers: string;
};

export const roles: readonly RoleWords[] = [
  {
    role: 'viewer',
    label: 'Viewer',
    allows: 'Sees all reports.',
    offers: 'As a viewer you see all reports of its websites.',
  },
  {
    role: 'member',
    label: 'Member',
    allows: 'Also changes websites, segments, funnels, alerts and email reports, and exports data.',
    offers: 'As a member you see all reports, and change websites, segments, funnels and alerts.',
  },
  {
    role: 'owner',
    label: 'Owner',
    allows: 'Also manages people, API keys, settings and the deletion of data.',
    offers: 'As an owner you see and manage everything, people and API keys included.',
  },
];

export const formatRole = (role: Role): string => roles.find((each) => each.role === role)?.label ?? role;
