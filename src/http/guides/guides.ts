/** The guides in the order in which they are listed. Their words are the files of docs/guides. */
export const guideGroups = [
  { title: 'Count visits', guides: ['tracking', 'single-page-apps', 'server-side'] },
  {
    title: 'On your platform',
    guides: ['wordpress', 'shopify', 'webflow', 'nextjs', 'google-tag-manager'],
  },
  { title: 'Know what they are worth', guides: ['goals', 'revenue', 'identity'] },
  { title: 'Respect who visits', guides: ['privacy', 'cookieless'] },
] as const;

export type GuideName = (typeof guideGroups)[number]['guides'][number];

export const guideNames: readonly GuideName[] = guideGroups.flatMap(({ guides }) => [...guides]);
