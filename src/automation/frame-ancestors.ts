import { ControlError } from '../store/control/control-error.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const sourcePattern = new RegExp(`^https?://(?:\\*\\.)?${label}(?:\\.${label})*(?::\\d{1,5})?$`);
const anyone = '*';

/**
 * Who may show a page in a frame, in the words of Content-Security-Policy: origins whose host may begin with `*.`, or
 * `*` alone for everybody. Without a scheme it is https. What is returned holds no character that could begin another
 * directive.
 */
export function parseFrameAncestors(texts: readonly string[]): string[] {
  const sources = [...new Set(texts.map((text) => text.trim()).map(parseSource))];
  return sources.includes(anyone) ? [anyone] : sources;
}

function parseSource(text: string): string {
  if (text === anyone) return anyone;
  const withScheme = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const [, scheme = '', wildcard = '', rest = ''] = /^(https?:\/\/)(\*\.)?(.*)$/i.exec(withScheme) ?? [];
  const url = URL.canParse(scheme + rest) ? new URL(scheme + rest) : undefined;
  const isOrigin = url?.pathname === '/' && !rest.includes('@') && !/[?#]/.test(rest);
  const source = url && isOrigin ? `${url.protocol}//${wildcard}${url.host}` : '';
  if (sourcePattern.test(source)) return source;
  throw new ControlError(
    'invalid_value',
    `"${text}" is no website that could show a frame; write it like https://example.com or https://*.example.com.`,
  );
}
