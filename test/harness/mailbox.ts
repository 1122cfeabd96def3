/** A mail server that keeps what it is given. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Environment } from './server-process.ts';

export type Mailbox = {
  /** Of a server that mails by it. */
  environment: Environment;
  /** The oldest that was not taken yet, as it came but for its line breaks. */
  next(): Promise<string>;
  count(): number;
  close(): Promise<void>;
};

const patienceMs = 15_000;

export async function startMailbox(publicUrl = 'https://stats.example.com/'): Promise<Mailbox> {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      mails.push(await text(stream));
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
    async next() {
      const deadline = Date.now() + patienceMs;
      while (mails.length === 0) {
        if (Date.now() > deadline) throw new Error('No mail came.');
        await sleep(20);
      }
      return (mails.shift() as string).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    },
    count: () => mails.length,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
