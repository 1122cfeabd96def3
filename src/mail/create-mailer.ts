/** Outgoing mail: one message at a time, in plain text. Who gets what, and when, is decided elsewhere. */
import { createTransport } from 'nodemailer';
import type { Log } from '../contract/log.ts';

export type Message = { to: string; subject: string; text: string };

export type Mailer = {
  /** In the background: whoever asks must not learn from the time it takes whether somebody got a message. */
  send(message: Message): void;
  close(): void;
};

export type MailerOptions = {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  from: string;
  log: Log;
};

const patienceMs = 15_000;

export function createMailer({ url, from, log }: MailerOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  return {
    send(message) {
      transport.sendMail({ from, ...message }).catch((error: unknown) => {
        // Neither the address nor the text: it holds a link that lets its reader in.
        log.error({ reason: error instanceof Error ? error.message : String(error) }, 'mail was not sent');
      });
    },
    close: () => transport.close(),
  };
}
