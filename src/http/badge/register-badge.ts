import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Control } from '../../store/control/open-control.ts';
import { findBadgeWebsite } from '../../websites/badge.ts';
import { type BadgeFigures, cacheMs } from './badge-figures.ts';
import { type BadgeDefaults, type BadgeQuestion, parseBadgeQuestion } from './badge-question.ts';
import { type Drawing, drawBadge, drawCounter } from './draw-badge.ts';

type BadgeRequest = FastifyRequest<{ Params: { websiteId: string } }>;

const headers = {
  'cache-control': `public, max-age=${cacheMs / 1000}`,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  // Opened by itself, the picture is a document of this host, so it must not run anything.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

const brief = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat('en');

/**
 * `GET /badge/ff_….svg` and `GET /counter/ff_….svg`: pictures that anybody may put on a page, of websites whose owners
 * turned them on.
 */
export function registerBadge(app: FastifyInstance, control: Control, figures: BadgeFigures): void {
  async function send(
    request: BadgeRequest,
    reply: FastifyReply,
    defaults: BadgeDefaults,
    draw: (question: BadgeQuestion, figure: number) => string,
  ): Promise<FastifyReply> {
    const website = await findBadgeWebsite(control, request.params.websiteId);
    if (website === undefined) throw new ApiError('not_found');
    const question = parseBadgeQuestion(request.query, defaults);
    const svg = draw(question, await figures(website, question));
    const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
    reply.headers({ ...headers, etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('image/svg+xml; charset=utf-8').send(svg);
  }

  app.get('/badge/:websiteId.svg', (request: BadgeRequest, reply) =>
    send(request, reply, { show: 'visitors', days: 30 }, (question, figure) =>
      drawBadge(describe(question, figure, brief)),
    ),
  );
  app.get('/counter/:websiteId.svg', (request: BadgeRequest, reply) =>
    send(request, reply, { show: 'pageviews', days: undefined }, (question, figure) =>
      drawCounter(describe(question, figure, exact)),
    ),
  );
}

function describe(
  { show, days, label, theme }: BadgeQuestion,
  figure: number,
  format: Intl.NumberFormat,
): Drawing {
  const word = show === 'visitors' ? 'visitor' : 'view';
  const words = figure === 1 ? word : `${word}s`;
  const span = days === undefined ? '' : days === 1 ? ' today' : ` in ${days} days`;
  return { label: label ?? words + span, figure: format.format(figure), theme };
}
