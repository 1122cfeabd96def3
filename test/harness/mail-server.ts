/** A mail server that keeps what it is given, taken apart the way a mail client does. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Environment } from './server-process.ts';

export type ReceivedMail = {
  /** Of the envelope: who really gets it. */
  to: string[];
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  /** By the name under which the HTML shows them. */
  images: Record<string, Buffer>;
};

export type MailServer = {
  /** Of a server that mails by it. */
  environment: Environment;
  /** In the order in which they came. */
  mails: ReceivedMail[];
  /** Answers with this code instead of taking a mail, until it is called without one. */
  refuseWith(code?: number): void;
  /** Has no such recipient, until it is called without one. */
  refuseAddress(address?: string): void;
  close(): Promise<void>;
};

export async function startMailServer(publicUrl = 'https://stats.example.com'): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: number | undefined;
  let unknown: string | undefined;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (address === unknown) done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
      else done();
    },
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      if (refusal !== undefined) return done(Object.assign(new Error('not now'), { responseCode: refusal }));
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), ...parseMail(raw) });
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  return {
    environment: {
      FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      FOOTFALL_MAIL_FROM: 'Footfall <footfall@example.com>',
      FOOTFALL_PUBLIC_URL: publicUrl,
    },
    mails,
    refuseWith(code) {
      refusal = code;
    },
    refuseAddress(address) {
      unknown = address;
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

type Part = { headers: Record<string, string>; body: string };

export function parseMail(raw: string): Omit<ReceivedMail, 'to'> {
  const whole = splitPart(raw);
  const parts = listParts(whole);
  const find = (type: string) =>
    parts.find(({ headers }) => headers['content-type']?.startsWith(type)) ?? { headers: {}, body: '' };
  const images = parts.filter(({ headers }) => headers['content-type']?.startsWith('image/'));
  return {
    headers: whole.headers,
    subject: decodeWords(whole.headers.subject ?? ''),
    text: decode(find('text/plain')).toString().replaceAll('\r\n', '\n'),
    html: decode(find('text/html')).toString().replaceAll('\r\n', '\n'),
    images: Object.fromEntries(
      images.map((part) => [part.headers['content-id']?.replace(/^<|>$/g, '') ?? '', decode(part)]),
    ),
  };
}

function splitPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), body: raw.slice(end + 4) };
}

function listParts(part: Part): Part[] {
  const [, boundary] = /^multipart\/.*boundary="?([^";]+)"?/.exec(part.headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) return [part];
  const inner = part.body.split(`--${boundary}`).slice(1, -1);
  return inner.flatMap((text) => listParts(splitPart(text.replace(/^\r\n/, '').replace(/\r\n$/, ''))));
}

function decode({ headers, body }: Part): Buffer {
  switch (headers['content-transfer-encoding']) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return decodeQuoted(body.replaceAll('=\r\n', ''));
    default:
      return Buffer.from(body);
  }
}

function decodeQuoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    'latin1',
  );
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. */
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_all, kind: string, word: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64')
        : decodeQuoted(word.replaceAll('_', ' '))
      ).toString(),
    );
}
