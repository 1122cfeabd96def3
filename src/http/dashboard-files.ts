import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';

const year = 365 * 24 * 60 * 60;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Where the one page of the dashboard is shown; it finds its way by the address itself. */
const pagePaths = ['/', '/sign-in', '/set-up', '/invite/*', '/reset', '/reset/*', '/no-workspace', '/w/*'];
const sharePaths = ['/share/:token', '/share/:token/*'];

export type DashboardFiles = {
  /** Who may show the page of a share link in a frame; nobody where there is no such link. */
  findFrameAncestors(token: string): Promise<readonly string[]>;
  folder?: string;
};

/**
 * The dashboard as it was built: its page under all of its paths, and what the page loads. False where it was not
 * built. Names of assets change with their content, so browsers keep them.
 */
export function registerDashboardFiles(
  app: FastifyInstance,
  { findFrameAncestors, folder = findFolder() }: DashboardFiles,
): boolean {
  if (!existsSync(join(folder, 'index.html'))) return false;
  const page = readAsset(join(folder, 'index.html'));
  for (const path of pagePaths) {
    app.get(path, (request, reply) => sendPage(request, reply, page, []));
  }
  const sharePage = readAsset(join(folder, 'share.html'));
  for (const path of sharePaths) {
    app.get<{ Params: { token: string } }>(path, async (request, reply) =>
      sendPage(request, reply, sharePage, await findFrameAncestors(request.params.token)),
    );
  }
  const assets = readAssets(join(folder, 'assets'));
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = assets.get(request.params.name);
    if (!asset) return reply.callNotFound();
    reply.header('cache-control', `public, max-age=${year}, immutable`);
    return sendAsset(request, reply, asset);
  });
  return true;
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Asset,
  frameAncestors: readonly string[],
): FastifyReply {
  const allowed = frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'";
  reply.headers({
    'content-security-policy': `${contentSecurityPolicy}; frame-ancestors ${allowed}`,
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
  });
  return sendAsset(request, reply, page);
}

type Asset = { type: string; entityTag: string; body(encoding: Encoding): Buffer };

/** What the build has compressed lies beside the file; the rest is compressed when it is first asked for. */
function readAssets(folder: string): Map<string, Asset> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => !['.br', '.gz', '.map'].includes(extname(name)));
  return new Map(names.map((name) => [name, readAsset(join(folder, name))]));
}

function readAsset(path: string): Asset {
  const identity = readFileSync(path);
  const bodies: Partial<Record<Encoding, Buffer>> = { identity };
  const compressed: Record<Encoding, () => Buffer> = {
    identity: () => identity,
    br: () => (existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : brotliCompressSync(identity)),
    gzip: () => (existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`) : gzipSync(identity, { level: 9 })),
  };
  return {
    type: mediaTypes[extname(path)] ?? 'application/octet-stream',
    entityTag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    body(encoding) {
      bodies[encoding] ??= compressed[encoding]();
      return bodies[encoding];
    },
  };
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers({ etag: asset.entityTag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' });
  if (request.headers['if-none-match']?.includes(asset.entityTag)) return reply.code(304).send();
  const encoding = chooseEncoding(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(asset.type).send(asset.body(encoding));
}

/** Beside the bundle in dist/, where the build puts it; from the source tree it is looked for there too. */
function findFolder(): string {
  const beside = fileURLToPath(new URL('./dashboard', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/dashboard', import.meta.url));
}
