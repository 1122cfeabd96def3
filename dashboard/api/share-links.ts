import type { SharePage } from '../../src/contract/share-pages.ts';

/** A link as those see it who may change it. */
export type ShareLink = {
  id: string;
  /** The UUID of the website. */
  websiteId: string;
  name: string;
  segmentId: string | null;
  /** Its segment was deleted: it shows nothing. */
  lacksSegment: boolean;
  hasPassword: boolean;
  expiresAt: string | null;
  pages: SharePage[];
  hidesRevenue: boolean;
  hidesVisitors: boolean;
  frameAncestors: string[];
  lastViewedAt: string | null;
  createdAt: string;
};

export type CreatedShareLink = ShareLink & {
  /** Shown now and never again. */
  link: string;
};
