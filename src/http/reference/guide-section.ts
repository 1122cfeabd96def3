import type { Html } from './html.ts';

/** What holds for every endpoint, told once. */
export type GuideSection = { id: string; title: string; text: Html; samples?: Html };
