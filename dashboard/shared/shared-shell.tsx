/** What surrounds the pages of a share link: whose numbers they are and where one can go; nothing in an embedded one. */
import { type ReactNode, useEffect } from 'react';
import { AwayBanner } from '../shell/away-banner.tsx';
import { Mark } from '../shell/mark.tsx';
import { Navigation, NowBadge, useLinks } from '../shell/navigation-bar.tsx';
import { nameOf, useWebsite } from '../shell/place.tsx';
import { listenToShortcuts, useShortcuts } from '../shell/shortcuts.ts';
import { toggleTheme } from '../shell/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { IconMoon } from '../ui/icons.tsx';
import { useView } from '../view/use-view.ts';

export function SharedShell({ children }: { children: ReactNode }) {
  const [{ dress }] = useView();
  if (!dress.embed) return <FramedPages>{children}</FramedPages>;
  return (
    <main className="embedded">
      <AwayBanner />
      {children}
    </main>
  );
}

function FramedPages({ children }: { children: ReactNode }) {
  const { website, shared } = useWebsite();
  const links = useLinks();
  const isAlone = links.length < 2;
  useEffect(listenToShortcuts, []);
  useShortcuts([{ keys: 't', label: 'Switch between light and dark', run: toggleTheme }]);
  return (
    <div className={`shell ${isAlone ? 'shell-alone' : ''}`}>
      <a className="shell-skip" href="#content">
        Skip to content
      </a>
      <header className="shell-head">
        <span className="shell-logo">
          <Mark />
        </span>
        <p className="shared-name">
          <strong>{nameOf(website)}</strong>
          <span className="muted">{shared?.name}</span>
        </p>
        <NowBadge />
        <div className="shell-account">
          <IconButton icon={IconMoon} label="Switch between light and dark" onClick={toggleTheme} />
        </div>
      </header>
      {!isAlone && <Navigation links={links} />}
      <main className="shell-main" id="content" tabIndex={-1}>
        <AwayBanner />
        {children}
      </main>
    </div>
  );
}
