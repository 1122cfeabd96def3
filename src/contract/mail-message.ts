/** A mail as it is handed to the mail server. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Shown within the HTML by `cid:` and their name. */
  images?: readonly MailImage[];
  headers?: Readonly<Record<string, string>>;
  /** The same for every attempt at one mail, so that mail programs show a mail that arrived twice only once. */
  messageId?: string;
};

export type MailImage = { cid: string; filename: string; png: Buffer };
