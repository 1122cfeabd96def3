import { useLocation } from 'wouter';
import { useRefreshAppState } from '../api/app-state.ts';
import { ask, messageOf } from '../api/ask.ts';
import { IconButton } from '../ui/button.tsx';
import { IconGear, IconMoon, IconPerson, IconScreen, IconSun } from '../ui/icons.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.tsx';
import { usePlace } from './place.tsx';
import type { Theme } from './stored-theme.ts';
import { chooseTheme, useTheme } from './theme.ts';

const themes: readonly { theme: Theme; label: string; icon: typeof IconSun }[] = [
  { theme: 'system', label: 'Same as system', icon: IconScreen },
  { theme: 'light', label: 'Light', icon: IconSun },
  { theme: 'dark', label: 'Dark', icon: IconMoon },
];

export function AccountMenu({ onHelp }: { onHelp(): void }) {
  const { state, workspace } = usePlace();
  const [, navigate] = useLocation();
  const theme = useTheme();
  const refresh = useRefreshAppState();

  async function signOut() {
    try {
      await ask('/app/sign-out', { method: 'POST' });
      await refresh();
    } catch (error) {
      showToast(messageOf(error), 'bad');
    }
  }

  const items: MenuItem[] = [
    { kind: 'heading', label: state.user?.email ?? '' },
    {
      label: 'Your account',
      icon: IconPerson,
      onSelect: () => navigate(`/w/${workspace.id}/settings/account`),
    },
    { label: 'Settings', icon: IconGear, onSelect: () => navigate(`/w/${workspace.id}/settings`) },
    { kind: 'heading', label: 'Theme' },
    ...themes.map(({ theme: each, label, icon }) => ({
      label,
      icon,
      chosen: theme === each,
      onSelect: () => chooseTheme(each),
    })),
    { kind: 'line' },
    { label: 'Keyboard shortcuts', shortcut: '?', onSelect: onHelp },
    { label: 'Guides', onSelect: () => location.assign('/docs') },
    { label: 'API reference', onSelect: () => location.assign('/docs/api') },
    { kind: 'line' },
    { label: 'Sign out', onSelect: () => void signOut() },
  ];
  return (
    <Menu
      label="Your account"
      align="end"
      items={items}
      trigger={(control) => <IconButton {...control} icon={IconPerson} label="Your account" />}
    />
  );
}
