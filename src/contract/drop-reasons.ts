/** Why a hit from a browser is left out, and what to do about it. The type is closed: nothing is dropped unnamed. */
export const dropReasons = {
  invalid:
    'The message could not be read, or data-exclude or data-mask has over 100 patterns or 2,048 characters: check the tag, and that no proxy alters or caches the script.',
  unknown_website: 'No website has this ID: compare data-website-id of the script tag with the website.',
  foreign_domain:
    "The page's host is none of the website's domains: add the domain, or remove the copied script.",
  local:
    'The page was opened on this computer or a local network: add data-allow-local to the script tag to count it.',
  automated: 'The browser is driven by a program: add data-allow-local to the script tag to count it.',
  bot: 'The visitor is a crawler or another program, not a person.',
  prefetch: 'The page was fetched ahead of time and never shown.',
  excluded: 'The path matches data-exclude.',
  refused_identity:
    "The website takes no identities from browsers: send them from your server, or allow them in the website's settings.",
  unsigned_identity:
    "The identity has no signature of your server, or a wrong one: sign the external ID with the secret in the website's settings.",
  rate_limited: 'More hits than an address or a website may send in a minute.',
} as const;

export type DropReason = keyof typeof dropReasons;
