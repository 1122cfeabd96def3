import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import { changeSubscription, requireSubscription, type Subscription } from '../report-mails/unsubscribe.ts';
import type { Control } from '../store/control/open-control.ts';
import { Html, html } from './reference/html.ts';

const mostBodyBytes = 10_000;

/**
 * Where the links of scheduled reports lead. They work without signing in, and looking changes nothing: programs that
 * check mails open every link. A mail client posts to the address itself (RFC 8058), people press the button there.
 */
export function registerUnsubscribe(app: FastifyInstance, control: Control, clock: Clock): void {
  const change = (isWanted: boolean) => (request: FastifyRequest, reply: FastifyReply) =>
    answer(reply, tokenOf(request), (token) => changeSubscription(control, token, isWanted, clock()));
  app.register(
    async (scope) => {
      // The posted body is ignored in whatever form it comes: the address says everything.
      scope.removeAllContentTypeParsers();
      const unread = { bodyLimit: mostBodyBytes, parseAs: 'string' } as const;
      scope.addContentTypeParser('*', unread, (_request, _body, done) => done(null));
      scope.get('/:token', (request, reply) =>
        answer(reply, tokenOf(request), (token) => requireSubscription(control, token)),
      );
      scope.post('/:token', change(false));
      scope.post('/:token/undo', change(true));
    },
    { prefix: '/unsubscribe' },
  );
}

const tokenOf = ({ params }: FastifyRequest): string => (params as { token: string }).token;

async function answer(
  reply: FastifyReply,
  token: string,
  find: (token: string) => Promise<Subscription>,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').headers({
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  try {
    return reply.send(renderPage(renderSubscription(await find(token), token)).text);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_link')) throw error;
    return reply.code(404).send(renderPage(unknownLink).text);
  }
}

function renderSubscription(subscription: Subscription, token: string): Html {
  const { address, reportName, websiteName, isSubscribed } = subscription;
  if (isSubscribed) {
    return html`<h1>Unsubscribe?</h1>
<p><b>${address}</b> gets the report <b>${reportName}</b> of ${websiteName} by email.</p>
<form method="post" action="/unsubscribe/${token}"><button>Unsubscribe</button></form>`;
  }
  return html`<h1>You are unsubscribed</h1>
<p><b>${address}</b> no longer gets the report <b>${reportName}</b> of ${websiteName}.</p>
<form method="post" action="/unsubscribe/${token}/undo"><button class="quiet">Subscribe again</button></form>`;
}

const unknownLink = html`<h1>This link does not work any more</h1>
<p>The report was deleted, or you are not among its recipients any more. There is nothing to unsubscribe from.</p>`;

const styles = `:root{color-scheme:light dark;--paper:light-dark(#faf9f6,#131413);--card:light-dark(#fff,#1a1c1b);--ink:light-dark(#1b1d1c,#eceeec);--line:light-dark(#e8e5df,#2b2e2c);--accent:light-dark(#0c7565,#46c3ab);--on:light-dark(#fff,#07211c)}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 -apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:460px;margin:12vh auto 0;padding:28px;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
@media(max-width:520px){main{margin:0;border:0;border-radius:0;min-height:100vh;box-sizing:border-box}}
h1{margin:0 0 8px;font-size:22px}p{margin:0 0 20px}
button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on);cursor:pointer}
button.quiet{background:none;color:var(--accent)}`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

function renderPage(content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Footfall: email reports</title>
<style>${new Html(styles)}</style>
</head>
<body><main>${content}</main></body>
</html>
`;
}
