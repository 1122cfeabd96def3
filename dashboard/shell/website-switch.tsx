import { useLocation } from 'wouter';
import { Button } from '../ui/button.tsx';
import { IconChevron, IconGear, IconPlus } from '../ui/icons.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useSearch } from '../view/use-search.ts';
import { buildSharedSearch, parseView } from '../view/view.ts';
import { canWrite, nameOf, usePlace } from './place.tsx';

/** All websites of all workspaces; the days that are looked at go along. */
export function WebsiteSwitch() {
  const place = usePlace();
  const { state, workspace, website } = place;
  const [, navigate] = useLocation();
  const { filters: _others, ...view } = parseView(useSearch());
  const search = buildSharedSearch({ ...view, filters: {} });
  const items = state.workspaces.flatMap((each): MenuItem[] => [
    { kind: 'heading', label: each.name },
    ...each.websites.map((site) => ({
      label: nameOf(site),
      chosen: site.websiteId === website?.websiteId,
      onSelect: () => navigate(`/w/${each.id}/${site.websiteId}${search && `?${search}`}`),
    })),
  ]);
  const settings: MenuItem[] = [
    { kind: 'line' },
    ...(canWrite(place)
      ? [
          {
            label: 'Add a website',
            icon: IconPlus,
            onSelect: () => navigate(`/w/${workspace.id}/settings/websites`),
          },
        ]
      : []),
    { label: 'Settings', icon: IconGear, onSelect: () => navigate(`/w/${workspace.id}/settings`) },
  ];
  return (
    <Menu
      label="Websites"
      items={[...items, ...settings]}
      trigger={(control) => (
        <Button {...control} look="quiet" className="website-switch">
          <span className="website-switch-name">{website ? nameOf(website) : workspace.name}</span>
          <IconChevron />
        </Button>
      )}
    />
  );
}
