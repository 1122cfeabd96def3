import type { SharePage } from '../../src/contract/share-pages.ts';
import type { Website } from './app-state.ts';

/** What a share link shows, as the server tells whoever has it. */
export type SharedView = {
  name: string;
  website: Website;
  timezone: string;
  currency: string;
  pages: SharePage[];
  hidesRevenue: boolean;
  hidesVisitors: boolean;
  /** The name of the segment that everything is narrowed to. */
  segment: string | null;
};
