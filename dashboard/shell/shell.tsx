/** What surrounds every page of a workspace: where one is, where one can go, who one is. */
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useNow } from '../api/live.ts';
import { formatCount } from '../format/numbers.ts';
import { websiteRoutes } from '../routes.ts';
import { IconButton } from '../ui/button.tsx';
import { IconMore } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { useSearch } from '../view/use-search.ts';
import { buildSharedSearch, parseView } from '../view/view.ts';
import { AccountMenu } from './account-menu.tsx';
import { Mark } from './mark.tsx';
import { type NavigationItem, navigation } from './navigation.ts';
import { nameOf, usePlace } from './place.tsx';
import { rememberedWebsite, rememberWebsite } from './remembered-website.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { listenToShortcuts, useShortcuts } from './shortcuts.ts';
import { toggleTheme } from './theme.ts';
import { WebsiteSwitch } from './website-switch.tsx';

const reachable = navigation.filter(({ path }) => websiteRoutes.some((route) => route.path === path));
const mostInBar = 4;

export function Shell({ children }: { children: ReactNode }) {
  const [helps, setHelps] = useState(false);
  const links = useLinks();
  const [, navigate] = useLocation();
  useEffect(listenToShortcuts, []);
  useShortcuts([
    { keys: '?', label: 'This list', run: () => setHelps(true) },
    { keys: 't', label: 'Light or dark', run: toggleTheme },
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
        {children}
      </main>
      {helps && <ShortcutHelp onClose={() => setHelps(false)} />}
    </div>
  );
}

type NavigationLink = NavigationItem & { href: string; isHere: boolean };

/** Days, comparison, zone and filters go along. On pages without a website the last one is led to. */
function useLinks(): NavigationLink[] {
  const { workspace, website } = usePlace();
  const [path] = useLocation();
  const search = buildSharedSearch(parseView(useSearch()));
  const last = workspace.websites.find(({ websiteId }) => websiteId === rememberedWebsite());
  const shown = website ?? last ?? workspace.websites[0];
  useEffect(() => {
    if (website) rememberWebsite(website.websiteId);
  }, [website]);
  if (!shown) return [];
  const base = `/w/${workspace.id}/${shown.websiteId}`;
  return reachable.map((item) => {
    const target = item.path === '/' ? base : base + item.path;
    const isHere = item.path === '/' ? path === base : path === target || path.startsWith(`${target}/`);
    return { ...item, href: search ? `${target}?${search}` : target, isHere };
  });
}

/** At the side where there is room, else along the lower edge, where what does not fit is behind a button. */
function Navigation({ links }: { links: readonly NavigationLink[] }) {
  const [, navigate] = useLocation();
  if (links.length === 0) return null;
  const rest = links.slice(mostInBar);
  return (
    <nav className="shell-nav" aria-label="Pages">
      {links.map(({ path, label, icon: Icon, href, isHere }) => (
        <Link key={path} href={href} className="shell-link" aria-current={isHere ? 'page' : undefined}>
          <Icon />
          <span>{label}</span>
        </Link>
      ))}
      {rest.length > 0 && (
        <Menu
          label="More pages"
          align="end"
          trigger={(control) => (
            <IconButton {...control} className="shell-more" icon={IconMore} label="More pages" />
          )}
          items={rest.map(({ label, icon, href, isHere }) => ({
            label,
            icon,
            chosen: isHere,
            onSelect: () => navigate(href),
          }))}
        />
      )}
    </nav>
  );
}

/** How many are on the website at this moment; leads to the realtime page. */
function NowBadge() {
  const { workspace, website } = usePlace();
  const visitors = useNow(workspace.id, website?.websiteId);
  if (!website || visitors === undefined) return null;
  return (
    <Link
      className="now-badge"
      href={`/w/${workspace.id}/${website.websiteId}/realtime`}
      title={`Visitors on ${nameOf(website)} in the last five minutes`}
    >
      <span className={visitors > 0 ? 'now-dot now-dot-live' : 'now-dot'} aria-hidden="true" />
      {`${formatCount(visitors)} now`}
    </Link>
  );
}
