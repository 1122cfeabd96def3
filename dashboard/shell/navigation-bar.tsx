import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useNow } from '../api/live.ts';
import { formatCount } from '../format/numbers.ts';
import { pageNameOf, websiteRoutes } from '../routes.ts';
import { IconButton } from '../ui/button.tsx';
import { IconGear, IconMore } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { useSearch } from '../view/use-search.ts';
import { buildSharedSearch, parseView } from '../view/view.ts';
import { type NavigationItem, navigation } from './navigation.ts';
import { canOpen, nameOf, type Place, usePlace } from './place.tsx';
import { rememberedWebsite, rememberWebsite } from './remembered-website.ts';

const reachable = navigation.filter(({ path }) => websiteRoutes.some((route) => route.path === path));
const mostInBar = 4;

export type NavigationLink = NavigationItem & { href: string; isHere: boolean };

/** Days, comparison, zone and filters go along. */
export function useLinks(): NavigationLink[] {
  const place = usePlace();
  const [path] = useLocation();
  const search = buildSharedSearch(parseView(useSearch()));
  const home = findHome(place);
  const { website, shared } = place;
  useEffect(() => {
    if (website && !shared) rememberWebsite(website.websiteId);
  }, [website, shared]);
  if (home === undefined) return [];
  return reachable
    .filter((item) => canOpen(place, pageNameOf(item.path)))
    .map((item) => {
      const target = item.path === '/' ? home : home + item.path;
      const isHere = item.path === '/' ? path === home : path === target || path.startsWith(`${target}/`);
      return { ...item, href: search ? `${target}?${search}` : target, isHere };
    });
}

/** On pages without a website the last one is led to. */
function findHome({ workspace, website, home }: Place): string | undefined {
  if (website) return home;
  const last = workspace.websites.find(({ websiteId }) => websiteId === rememberedWebsite());
  const shown = last ?? workspace.websites[0];
  return shown && `${home}/${shown.websiteId}`;
}

type ShownLink = Omit<NavigationLink, 'key'>;

/** Of the workspace; whoever came by a share link has none. */
function useSettingsLink(): ShownLink | undefined {
  const { workspace, shared } = usePlace();
  const [path] = useLocation();
  if (shared) return undefined;
  const href = `/w/${workspace.id}/settings`;
  const isHere = path === href || path.startsWith(`${href}/`);
  return { path: '/settings', label: 'Settings', icon: IconGear, href, isHere };
}

/** At the side where there is room, else along the lower edge, where what does not fit is behind a button. */
export function Navigation({ links }: { links: readonly NavigationLink[] }) {
  const [, navigate] = useLocation();
  const settings = useSettingsLink();
  const shown = settings ? [...links, settings] : links;
  if (shown.length === 0) return null;
  const rest = shown.slice(mostInBar);
  return (
    <nav className="shell-nav" aria-label="Pages">
      {shown.map(({ path, label, icon: Icon, href, isHere }) => (
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
export function NowBadge() {
  const place = usePlace();
  const { base, home, website } = place;
  const isShown = canOpen(place, 'realtime');
  const { visitors, isLive } = useNow(base, isShown ? website?.websiteId : undefined);
  if (!website || (visitors === undefined && isLive)) return null;
  return (
    <Link
      className="now-badge"
      href={`${home}/realtime`}
      title={
        isLive
          ? `Visitors on ${nameOf(website)} in the last five minutes`
          : 'No connection to the server. The count goes on by itself when it is back.'
      }
    >
      <span className={isLive && visitors ? 'now-dot now-dot-live' : 'now-dot'} aria-hidden="true" />
      {isLive ? `${formatCount(visitors ?? 0)} now` : 'Not live'}
    </Link>
  );
}
