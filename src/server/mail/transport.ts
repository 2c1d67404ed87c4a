import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Log } from '../log.ts';

interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The message id is the same for every attempt, so that a receiver can recognise a second copy. */
  readonly messageId: string;
  readonly date: Date;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MailTransport {
  /** Resolves once the other side has accepted the mail. */
  send(mail: OutgoingMail): Promise<void>;
}

export function createSmtpTransport(smtpUrl: string): MailTransport {
  const transporter = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const { headers, ...message } = mail;
      await transporter.sendMail({ ...message, ...(headers && { headers: { ...headers } }) });
    },
  };
}

/** Without a mail server every mail becomes a file. */
export function createFileTransport(folder: string, log: Log): MailTransport {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileNameOf(mail));
      await writeFile(file, readable(mail), { mode: 0o600 });
      log.info('Mail written to a file, because SMTP_URL is not set', { subject: mail.subject, file });
    },
  };
}

/** The file's name leaves out the recipient, because it stands in the log. */
function fileNameOf(mail: OutgoingMail): string {
  const moment = mail.date.toISOString().replaceAll(':', '-');
  const id = mail.messageId.replaceAll(/[^\w-]/g, '').slice(0, 8);
  return `${moment}_${id}.txt`;
}

function readable(mail: OutgoingMail): string {
  const { from, to, subject, date, messageId, headers = {}, text } = mail;
  const fields = {
    From: from,
    To: to,
    Subject: subject,
    Date: date.toUTCString(),
    'Message-ID': messageId,
    ...headers,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return `${head.join('')}\n${text}\n`;
}
