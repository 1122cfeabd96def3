import type { FastifyInstance } from 'fastify';
import { once, sendUnlessKnown, withEntityTag } from '../pages.ts';
import { buildPolicy } from '../reference/frame.ts';
import { buildGuidePages, guideScript } from './build-guide-pages.ts';
import { fillIn, findBlanks } from './fill-in.ts';
import { guideNames } from './guides.ts';
import { readGuides } from './read-guides.ts';
import { guideStyles } from './styles.ts';

/** `/docs` and the guides below it. They are read when the first is asked for. */
export function registerGuides(app: FastifyInstance, publicUrl: string | undefined): void {
  const pages = once(() => buildGuidePages(readGuides()));
  const policy = buildPolicy({ styles: guideStyles, script: guideScript });
  for (const name of ['', ...guideNames]) {
    app.get(name === '' ? '/docs' : `/docs/${name}`, (request, reply) => {
      reply.type('text/html; charset=utf-8').headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      const page = fillIn(pages().get(name) ?? '', findBlanks(publicUrl, request));
      return sendUnlessKnown(request, reply, withEntityTag(page));
    });
  }
}
