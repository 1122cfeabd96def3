/** What surrounds every page of a workspace: where one is, where one can go, who one is. */
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { AccountMenu } from './account-menu.tsx';
import { AwayBanner } from './away-banner.tsx';
import { Mark } from './mark.tsx';
import { Navigation, NowBadge, useLinks } from './navigation-bar.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { listenToShortcuts, useShortcuts } from './shortcuts.ts';
import { toggleTheme } from './theme.ts';
import { WebsiteSwitch } from './website-switch.tsx';

export function Shell({ children }: { children: ReactNode }) {
  const [helps, setHelps] = useState(false);
  const links = useLinks();
  const [, navigate] = useLocation();
  useEffect(listenToShortcuts, []);
  useShortcuts([
    { keys: '?', label: 'Show this list', run: () => setHelps(true) },
    { keys: 't', label: 'Switch between light and dark', run: toggleTheme },
    ...links.map(({ key, label, href }) => ({ keys: `g ${key}`, label, run: () => navigate(href) })),
  ]);
  return (
    <div className="shell">
      <a className="shell-skip" href="#content">
        Skip to content
      </a>
      <header className="shell-head">
        <Link href="/" className="shell-logo" aria-label="Footfall, to the overview">
          <Mark />
        </Link>
        <WebsiteSwitch />
        <NowBadge />
        <div className="shell-account">
          <AccountMenu onHelp={() => setHelps(true)} />
        </div>
      </header>
      <Navigation links={links} />
      <main className="shell-main" id="content" tabIndex={-1}>
        <AwayBanner />
        {children}
      </main>
      {helps && <ShortcutHelp onClose={() => setHelps(false)} />}
    </div>
  );
}
