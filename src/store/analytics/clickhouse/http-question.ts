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
  ask(call: Call, signal: AbortSignal): Promise<Reply>;
  close(): void;
};

export type Call = {
  statement: RenderedSql;
  settings: ClickHouseSettings;
  /** In which temporary tables stay from one call to the next. */
  session?: SessionCall | undefined;
};

export type SessionCall = { id: string; place: 'first' | 'further' | 'last' };

export type Reply = {
  /** JSON, of what has rows. */
  text: string;
  /** As far as the node knew it when it began to answer: all of it, for a statement without rows. */
  cost: Cost;
};

export type Cost = { elapsed: number; rows_read: number; bytes_read: number };

export type QuestionerOptions = {
  endpoint: string;
  database: string;
  username: string;
  password: string;
  connections: number;
};

/** Well before ClickHouse closes idle connections, which is after ten seconds, or three in older versions. */
const idleMs = 500;

/** How long a node keeps a session that we left without a word. Its calls follow each other at once. */
const sessionSeconds = 10;

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
    async ask({ statement, settings, session }, signal) {
      const address = new URLSearchParams({
        database: options.database,
        default_format: 'JSON',
        ...(session && nameSession(session)),
      });
      for (const [name, value] of Object.entries(settings)) address.set(name, String(value));
      const form = buildForm({ query: statement.text, ...nameParameters(statement.parameters) });
      const answer = await send(`${options.endpoint}/?${address}`, form, signal);
      const text = await readText(answer);
      if (answer.statusCode !== 200) throw parseError(text);
      return { text, cost: findCost(answer) };
    },
    close: () => agent.destroy(),
  };
}

/** A session that is gone is an error, rather than a new one without its tables. */
function nameSession({ id, place }: SessionCall): Record<string, string> {
  return {
    session_id: id,
    session_timeout: String(sessionSeconds),
    session_check: place === 'first' ? '0' : '1',
    close_session: place === 'last' ? '1' : '0',
  };
}

function findCost({ headers }: IncomingMessage): Cost {
  const summary = JSON.parse(String(headers['x-clickhouse-summary'] ?? '{}')) as Record<string, string>;
  return {
    elapsed: Number(summary.elapsed_ns ?? 0) / 1e9,
    rows_read: Number(summary.read_rows ?? 0),
    bytes_read: Number(summary.read_bytes ?? 0),
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
