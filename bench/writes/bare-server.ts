import Fastify from 'fastify';
import * as z from 'zod';
import { buildBodies } from '../../src/contract/bodies.ts';
import { systemClock } from '../../src/contract/clock.ts';
import { findMessage } from '../../src/ingest/collect/message.ts';

/** The yardstick: Fastify and Zod with our schemas and our answers, and nothing behind them. */
const schema = buildBodies(systemClock).event;
const app = Fastify({ logger: false });

app.post('/api/v1/pixel/events', async (request, reply) => {
  const body = schema.safeParse(request.body);
  if (!body.success) {
    return reply.code(400).send({ status: 'error', details: z.flattenError(body.error) });
  }
  const { visitor_id, session_id } = body.data;
  return {
    status: 'success',
    data: { accepted: true, visitor_id, session_id },
    meta: { request_id: request.id },
  };
});

app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.post('/collect', async (request, reply) => {
  const message = findMessage(request.body as string);
  return reply.code(message ? 202 : 400).send();
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`bare server listening on ${url}\n`);
process.once('SIGTERM', () => app.close());
