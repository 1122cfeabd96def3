import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from './choose-encoding.ts';

const day = 24 * 60 * 60;
const week = 7 * day;

/** `GET /footfall.js`, compressed once at start. Cached for a day, then revalidated. */
export function registerTrackerScript(app: FastifyInstance): void {
  const text = readFileSync(findScript());
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const bodies = { br: brotliCompressSync(text), gzip: gzipSync(text, { level: 9 }), identity: text };

  app.get('/footfall.js', async (request, reply) => {
    reply.headers({
      etag,
      vary: 'accept-encoding',
      'cache-control': `public, max-age=${day}, stale-while-revalidate=${week}`,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    // `includes`, because the tag may stand in a list, or be weakened by a proxy that compresses again.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const encoding = chooseEncoding(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/javascript; charset=utf-8').send(bodies[encoding]);
  });
}

/** Beside the bundle in dist/, where the build puts it; from the source tree it is looked for there too. */
function findScript(): URL {
  const beside = new URL('./tracker.js', import.meta.url);
  return existsSync(beside) ? beside : new URL('../../dist/tracker.js', import.meta.url);
}
