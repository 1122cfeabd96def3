const key = 'footfall.website';

/** The website that was looked at last in this browser: where / leads. */
export const rememberedWebsite = (): string | null => localStorage.getItem(key);

export const rememberWebsite = (websiteId: string): void => localStorage.setItem(key, websiteId);
