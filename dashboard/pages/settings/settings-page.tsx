/** Settings of the person and of the workspace: one section at a time, each by its own address. */
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import type { Role } from '../../api/app-state.ts';
import { ErrorBoundary } from '../../error-boundary.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { usePlace } from '../../shell/place.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AccountSection } from './account/account-section.tsx';
import { AlertsSection } from './alerts/alerts-section.tsx';
import { AuditSection } from './audit/audit-section.tsx';
import { DataSection } from './data/data-section.tsx';
import { GoalsSection } from './goals/goals-section.tsx';
import { JobsSection } from './jobs/jobs-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { MembersSection } from './members/members-section.tsx';
import { ReportsSection } from './reports/reports-section.tsx';
import { SharingSection } from './sharing/sharing-section.tsx';
import { WebsitesSection } from './websites/websites-section.tsx';
import { WorkspaceSection } from './workspace/workspace-section.tsx';

type Section = { name: string; label: string; roles: readonly Role[]; Content: ComponentType };

const all: readonly Role[] = ['owner', 'member', 'viewer'];
const writers: readonly Role[] = ['owner', 'member'];
const owners: readonly Role[] = ['owner'];

const ofWorkspace: readonly Section[] = [
  { name: 'websites', label: 'Websites', roles: writers, Content: WebsitesSection },
  { name: 'workspace', label: 'Workspace', roles: all, Content: WorkspaceSection },
  { name: 'members', label: 'Members', roles: owners, Content: MembersSection },
  { name: 'keys', label: 'API keys', roles: owners, Content: KeysSection },
  { name: 'goals', label: 'Goals', roles: writers, Content: GoalsSection },
  { name: 'alerts', label: 'Alerts', roles: writers, Content: AlertsSection },
  { name: 'reports', label: 'Email reports', roles: writers, Content: ReportsSection },
  { name: 'sharing', label: 'Sharing', roles: writers, Content: SharingSection },
  { name: 'data', label: 'Data', roles: writers, Content: DataSection },
  { name: 'audit', label: 'Audit log', roles: owners, Content: AuditSection },
  { name: 'jobs', label: 'Jobs', roles: owners, Content: JobsSection },
];

const ofPerson: readonly Section[] = [
  { name: 'account', label: 'Your account', roles: all, Content: AccountSection },
];

export default function SettingsPage() {
  const { workspace } = usePlace();
  const { section: name } = useParams<{ section?: string }>();
  const sections = [...ofWorkspace, ...ofPerson];
  const mine = sections.filter(({ roles }) => roles.includes(workspace.role));
  const isKnown = sections.some((each) => each.name === name);
  const [first] = mine;
  const section = mine.find((each) => each.name === name);
  usePageTitle(section ? `${section.label} · Settings` : 'Settings');
  if (name === undefined && first)
    return <Redirect to={`/w/${workspace.id}/settings/${first.name}`} replace />;
  return (
    <div className="settings">
      <h1>Settings</h1>
      <nav className="settings-nav" aria-label="Settings">
        {mine.map((each) => (
          <SectionLink key={each.name} section={each} isHere={each === section} />
        ))}
      </nav>
      <div className="settings-content">
        <ErrorBoundary key={`${workspace.id} ${name}`}>
          {section ? <section.Content /> : isKnown ? <NotForYou /> : <NoSuchSection />}
        </ErrorBoundary>
      </div>
    </div>
  );
}

function SectionLink({ section, isHere }: { section: Section; isHere: boolean }): ReactNode {
  const { workspace } = usePlace();
  const link = useRef<HTMLAnchorElement>(null);
  // On a phone the links are a strip that scrolls.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isHere]);
  return (
    <Link
      ref={link}
      href={`/w/${workspace.id}/settings/${section.name}`}
      className="settings-link"
      aria-current={isHere ? 'page' : undefined}
    >
      {section.label}
    </Link>
  );
}

function NoSuchSection() {
  return (
    <EmptyState title="There are no such settings" guide={null}>
      <p>Nothing was found at this address. Choose one of the sections.</p>
    </EmptyState>
  );
}

function NotForYou() {
  return (
    <EmptyState title="These settings are not for your role" guide={null}>
      <p>An owner of the workspace can see and change them, or give you another role.</p>
    </EmptyState>
  );
}
