import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mails that a server without SMTP has written for its operator, oldest first. */
export async function readMails(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [] as string[])).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name), 'utf8');
      const [head = '', ...paragraphs] = content.split('\n\n');
      const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
      return { to: field('To'), subject: field('Subject'), text: paragraphs.join('\n\n') };
    }),
  );
}

export async function waitForMail(dataDir: string, matches: (mail: ReadMail) => boolean): Promise<ReadMail> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const mail = (await readMails(dataDir)).findLast(matches);
    if (mail !== undefined) return mail;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`No such mail in ${join(dataDir, 'mail')}`);
}

export function linkIn(mail: ReadMail, path: string): URL {
  const link = new RegExp(String.raw`https?://\S+${path}\S*`).exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`No link to ${path} in: ${mail.text}`);
  return new URL(link);
}
