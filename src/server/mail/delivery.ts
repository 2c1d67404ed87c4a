import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { MailMeter } from '../metrics/mail-meter.ts';
import { type Rounds, startRounds } from '../rounds.ts';
import type { Database } from '../storage/engine.ts';
import { claimDueMail, markMailFailed, markMailSent, postponeMail, type QueuedMail } from '../storage/mail.ts';
import type { MailTransport } from './transport.ts';

/**
 * The lease is longer than a conversation with a mail server can take, so that no other node sends the mail meanwhile.
 */
const LEASE_MS = 10 * 60_000;
const POLL_MS = 30_000;
const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 6 * 3_600_000;
const MOST_ATTEMPTS = 16;

export interface DeliveryParts {
  readonly db: Database;
  readonly transport: MailTransport;
  readonly from: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: MailMeter | undefined;
}

export function startMailDelivery(parts: DeliveryParts): Rounds {
  const rounds = startRounds({
    everyMs: POLL_MS,
    onFailure: (error) => parts.log.error('Mail delivery failed; it goes on with the next poll', { error }),
    async round(stop) {
      while (!stop.aborted && (await deliverNext(parts)));
    },
  });
  rounds.wake();
  return rounds;
}

/** Sends one mail; false when none is due. */
export async function deliverNext({ db, transport, from, clock, log, meter }: DeliveryParts): Promise<boolean> {
  const now = clock.now();
  const mail = await claimDueMail(db, now, now + LEASE_MS);
  if (mail === undefined) return false;
  const fields = { mailId: mail.id, subject: mail.subject, attempts: mail.attempts };
  const startedAt = performance.now();
  try {
    await transport.send(compose(mail, from));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (mail.attempts >= MOST_ATTEMPTS || isRefusedForGood(error)) {
      await markMailFailed(db, mail.id, reason, clock.now());
      log.error('A mail could not be delivered and is given up', { ...fields, error });
      meter?.attempted('given up', performance.now() - startedAt);
    } else {
      await postponeMail(db, mail.id, reason, clock.now() + delayAfter(mail.attempts));
      log.warn('A mail could not be delivered yet', { ...fields, error: reason });
      meter?.attempted('postponed', performance.now() - startedAt);
    }
    return true;
  }
  meter?.attempted('sent', performance.now() - startedAt);
  await markMailSent(db, mail.id, clock.now());
  log.info('Mail sent', fields);
  return true;
}

export function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
}

function compose(mail: QueuedMail, from: string) {
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.createdAt),
    ...(mail.unsubscribe !== null && { headers: unsubscribeHeaders(mail.unsubscribe) }),
  };
}

/** A mail program may post to the link at once (RFC 8058), or open it: its page has a button. */
const unsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * A refusal for good says that there is no such mailbox: trying again only harms our name with the recipient's server.
 */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return typeof responseCode === 'number' && responseCode >= 550 && responseCode < 560 && command === 'RCPT TO';
}
