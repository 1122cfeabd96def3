/** Domains as people write lists: one a line, or with commas and spaces between them. */
export const parseDomainLines = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((each) => each !== '');
