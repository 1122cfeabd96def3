/** Language, optional script, optional region (letters or a UN M49 number such as `es-419`), anything after. */
const languageTag = /^([a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_].*)?$/i;
const maxTagLength = 64;

/** First tag of Accept-Language or navigator.language as `en` or `en-US`; '' when unusable. */
export function parseLanguage(text: string): string {
  const first = text.slice(0, maxTagLength).split(/[,;]/, 1)[0]?.trim() ?? '';
  const match = languageTag.exec(first);
  if (!match?.[1]) return '';
  const language = match[1].toLowerCase();
  return match[2] ? `${language}-${match[2].toUpperCase()}` : language;
}
