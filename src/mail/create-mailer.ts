/** Outgoing mail, one message at a time. Who gets what, and when, is decided elsewhere. */
import { createTransport, type SendMailOptions } from 'nodemailer';
import { DeliveryRefused } from '../contract/delivery-refused.ts';
import type { Log } from '../contract/log.ts';
import type { MailMessage } from '../contract/mail-message.ts';

export type Mailer = {
  /** Sends in the background: the time of the answer must not tell whether somebody got a mail. */
  send(message: MailMessage): void;
  /** Resolves when the mail server has taken it; `DeliveryRefused` where it never will. */
  deliver(message: MailMessage): Promise<void>;
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
      transport.sendMail(buildMail(from, message)).catch((error: unknown) => {
        // Logs neither the text, which holds a link that lets its reader in, nor the server's message, which may name
        // people.
        const { code, command, responseCode } = error as MailServerError;
        log.error({ code, command, responseCode }, 'mail was not sent');
      });
    },
    async deliver(message) {
      try {
        await transport.sendMail(buildMail(from, message));
      } catch (error) {
        throw buildFailure(error as MailServerError);
      }
    },
    close: () => transport.close(),
  };
}

/** As an object: nodemailer would parse a text, and could read it as several addresses. */
function buildMail(from: string, { to, images = [], ...message }: MailMessage): SendMailOptions {
  const attachments = images.map(({ cid, filename, png }) => ({
    cid,
    filename,
    content: png,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  }));
  return { from, to: { name: '', address: to }, ...message, attachments };
}

type MailServerError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** A 5xx of the mail server is final. Without an answer the server was not reached, which is temporary. */
function buildFailure({ code, responseCode, response }: MailServerError): Error {
  if (code === 'EENVELOPE' && responseCode === undefined)
    return new DeliveryRefused('No mail can be sent to this address.');
  if (responseCode === undefined) return new Error(`The mail server could not be reached (${code}).`);
  const words = `The mail server refused it: ${response}`;
  return responseCode >= 500 ? new DeliveryRefused(words) : new Error(words);
}
