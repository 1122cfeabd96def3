/** Whether a browser may say who its visitor is: without more, with a signature of the owner's server, or not at all. */
export const browserIdentities = ['accepted', 'signed', 'refused'] as const;

export type BrowserIdentities = (typeof browserIdentities)[number];
