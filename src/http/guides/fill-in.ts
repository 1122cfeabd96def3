import { html } from '../reference/html.ts';

export type Blanks = {
  /** Where visitors reach the installation. */
  address: string | undefined;
  /** The website that the reader came from. */
  websiteId: string | undefined;
};

/** What guides leave blank is filled in where it is known, so that their code can be copied as it is. */
export function fillIn(page: string, { address, websiteId }: Blanks): string {
  const filled = address ? page.replaceAll('https://HOST', html`${address}`.text) : page;
  if (!websiteId) return filled;
  return filled
    .replaceAll('ff_…', websiteId)
    .replace(/href="(\/docs[^"#?]*)(#[^"]*)?"/g, `href="$1?website=${websiteId}$2"`);
}

const hostPattern = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;
const websitePattern = /^ff_[\w-]{1,64}$/;

/** The Host header is only shown to whoever sent it, and only where it is a host. */
export function findBlanks(
  publicUrl: string | undefined,
  request: { protocol: string; host: string; query: unknown },
): Blanks {
  const own = hostPattern.test(request.host) ? `${request.protocol}://${request.host}` : undefined;
  const { website } = request.query as { website?: unknown };
  return {
    address: publicUrl ?? own,
    websiteId: typeof website === 'string' && websitePattern.test(website) ? website : undefined,
  };
}
