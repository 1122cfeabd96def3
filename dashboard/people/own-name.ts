/** What somebody is called by the traits that were sent of them. */
export function findOwnName(traits: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const full = [traits?.first_name, traits?.last_name].filter(isText).join(' ');
  return [traits?.name, full, traits?.email].find(isText);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
