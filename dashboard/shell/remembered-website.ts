import { keep, recall } from './browser-memory.ts';

const key = 'footfall.website';

/** The website that was looked at last in this browser: where / leads. */
export const rememberedWebsite = (): string | null => recall(key);

export const rememberWebsite = (websiteId: string): void => keep(key, websiteId);
