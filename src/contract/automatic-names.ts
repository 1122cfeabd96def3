/** What the script captures by itself: links to other hosts and to files, forms that are sent. */
export const automaticNames = ['outbound', 'download', 'form'] as const;

export type AutomaticName = (typeof automaticNames)[number];
