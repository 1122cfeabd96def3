/** Addresses are typed one a line, and pasted with commas or semicolons between them. */
export const parseAddressLines = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
