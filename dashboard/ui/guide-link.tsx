import type { GuideName } from '../../src/http/guides/guides.ts';

/** What the link to a guide says. */
const words = {
  tracking: 'Guide: the tracking script',
  'server-side': 'Guide: records from your server',
  goals: 'Guide: goals',
  revenue: 'Guide: revenue',
  identity: 'Guide: identity',
  privacy: 'Guide: privacy',
} as const satisfies Partial<Record<GuideName, string>>;

export type Guided = keyof typeof words;

/** Guides are pages of their own, outside of this one; with the website they have its ID in their code. */
export function GuideLink({ guide }: { guide: Guided }) {
  const websiteId = /\/(ff_[\w-]+)/.exec(location.pathname)?.[1];
  return (
    <a className="guide-link" href={`/docs/${guide}${websiteId ? `?website=${websiteId}` : ''}`}>
      {words[guide]}
    </a>
  );
}
