/** Domains as people write lists: one a line, or with commas between them. Words with spaces are one, and no domain. */
export const parseDomainLines = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
