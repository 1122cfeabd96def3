import {
  IconBolt,
  IconChart,
  IconCoins,
  type IconComponent,
  IconFunnel,
  IconGrid,
  IconHeart,
  IconList,
  IconPeople,
  IconPulse,
  IconSpark,
} from '../ui/icons.tsx';

export type NavigationItem = {
  /** Below /w/:workspaceId/:websiteId; as in routes.ts. */
  path: string;
  label: string;
  icon: IconComponent;
  /** Behind the key g. */
  key: string;
};

/** What the shell leads to, in this order; only those show that have a route. */
export const navigation: readonly NavigationItem[] = [
  { path: '/', label: 'Overview', icon: IconChart, key: 'o' },
  { path: '/realtime', label: 'Realtime', icon: IconPulse, key: 'r' },
  { path: '/visitors', label: 'Visitors', icon: IconPeople, key: 'v' },
  { path: '/sessions', label: 'Sessions', icon: IconList, key: 's' },
  { path: '/funnels', label: 'Funnels', icon: IconFunnel, key: 'f' },
  { path: '/retention', label: 'Retention', icon: IconGrid, key: 't' },
  { path: '/revenue', label: 'Revenue', icon: IconCoins, key: 'm' },
  { path: '/events', label: 'Events', icon: IconBolt, key: 'e' },
  { path: '/ai', label: 'AI traffic', icon: IconSpark, key: 'a' },
  { path: '/health', label: 'Tracking health', icon: IconHeart, key: 'h' },
];
