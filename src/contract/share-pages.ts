/** Pages of the dashboard that a share link can show. */
export const sharePages = [
  'overview',
  'realtime',
  'visitors',
  'sessions',
  'funnels',
  'retention',
  'revenue',
  'events',
  'ai',
] as const;

export type SharePage = (typeof sharePages)[number];
