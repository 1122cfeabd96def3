import type { FastifyReply, FastifyRequest } from 'fastify';
import { guideStyles } from './guides/styles.ts';
import { buildPolicy, renderFrame } from './reference/frame.ts';
import { html } from './reference/html.ts';
import { sharedScript } from './reference/script-shared.ts';

/** Addresses that programs ask: they get JSON. */
const ofPrograms = /^\/(api|app|assets)(\/|$)/;

export function isForPeople({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return (method === 'GET' || method === 'HEAD') && !ofPrograms.test(path);
}

const policy = buildPolicy({ styles: guideStyles, script: sharedScript });

const { text: page } = renderFrame({
  title: 'Not found · Footfall',
  description: 'There is nothing at this address.',
  place: 'Not found',
  navigation: html`<nav id="navigation" popover aria-label="Ways back"><section><ul>
<li><a href="/">Dashboard</a></li><li><a href="/docs">Guides</a></li></ul></section></nav>`,
  content: html`<div class="contents"><h1>There is nothing at this address</h1>
<p class="lead">It may be misspelt, or what was here is gone.</p>
<p><a href="/">Go to the dashboard</a>, or read <a href="/docs">the guides</a>.</p></div>`,
  styles: guideStyles,
  script: sharedScript,
});

/** For whoever mistyped an address, or followed an old link. */
export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(page);
}
