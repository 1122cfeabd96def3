/**
 * A question to one node by plain HTTP. The client library waits for a timer before each request and reads answers as
 * streams, which costs two milliseconds: as much as the engine needs for the simplest question, where realtime takes
 * eight.
 */
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { type ClickHouseSettings, parseError } from '@clickhouse/client';
import type { RenderedSql } from '../sql.ts';
import { type ParameterValue, parameterValues } from './clickhouse-dialect.ts';

export type Questioner = {
  /** The answer as JSON text. */
  ask(statement: RenderedSql, settings: ClickHouseSettings, signal: AbortSignal): Promise<string>;
  close(): void;
};

export type QuestionerOptions = {
  endpoint: string;
  database: string;
  username: string;
  password: string;
  connections: number;
};

/** Well before ClickHouse closes idle connections, which is after ten seconds, or three in older versions. */
const idleMs = 500;

export function createQuestioner(options: QuestionerOptions): Questioner {
  const isSecure = new URL(options.endpoint).protocol === 'https:';
  const [Agent, open] = isSecure ? [HttpsAgent, httpsRequest] : [HttpAgent, httpRequest];
  // Without TLS, connections are not reused: a new one takes a tenth of a millisecond, and is never one that has ended
  // unnoticed.
  const agent = new Agent({ keepAlive: isSecure, maxSockets: options.connections, timeout: idleMs });
  const login = Buffer.from(`${options.username}:${options.password}`).toString('base64');
  const authorization = `Basic ${login}`;

  const send = (url: string, { type, body }: Form, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization, 'content-type': type, 'content-length': body.length };
      const request = open(url, { method: 'POST', agent, headers, signal });
      request.once('response', resolve);
      request.on('error', reject);
      request.end(body);
    });

  return {
    async ask({ text, parameters }, settings, signal) {
      const address = new URLSearchParams({ database: options.database, default_format: 'JSON' });
      for (const [name, value] of Object.entries(settings)) address.set(name, String(value));
      const form = buildForm({ query: text, ...nameParameters(parameters) });
      const answer = await send(`${options.endpoint}/?${address}`, form, signal);
      const body = await readText(answer);
      if (answer.statusCode !== 200) throw parseError(body);
      return body;
    },
    close: () => agent.destroy(),
  };
}

type Form = { type: string; body: Buffer };

/** In the body, because the buckets of a long series do not fit into the URL. */
function buildForm(fields: Record<string, string>): Form {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
}

function nameParameters(parameters: RenderedSql['parameters']): Record<string, string> {
  const named = Object.entries(parameterValues(parameters));
  return Object.fromEntries(named.map(([name, value]) => [`param_${name}`, formatParameter(value)]));
}

function formatParameter(value: ParameterValue): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return (value.getTime() / 1000).toFixed(3);
  return `[${value.map(formatElement).join(',')}]`;
}

function formatElement(value: string | number): string {
  return typeof value === 'string' ? `'${escapeText(value)}'` : String(value);
}

const escapes: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' };

function escapeText(text: string): string {
  return text.replace(/[\t\n\r'\\]/g, (character) => escapes[character] as string);
}
