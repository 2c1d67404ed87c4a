import { addressKey, networkKey } from '../addresses/client-address.ts';
import { mailboxOf } from '../addresses/mailbox.ts';
import type { SharedLimits } from './shared-limits.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/**
 * Spectators of one race often share one address, so following is counted generously. Mail to a mailbox that did not
 * ask is counted strictly: by sender, by event, and by mailbox, where anybody may have typed it.
 */
export function createFollowerLimits({ limiter }: SharedLimits) {
  const byAddress = limiter('follows-by-address', { burst: 200, refillMs: 5 * SECOND });
  const byNetwork = limiter('follows-by-network', { burst: 500, refillMs: 2 * SECOND });
  const mailsByAddress = limiter('follow-mails-by-address', { burst: 30, refillMs: MINUTE });
  const mailsByNetwork = limiter('follow-mails-by-network', { burst: 60, refillMs: MINUTE });
  const mailsToMailbox = limiter('follow-mails-to-mailbox', { burst: 5, refillMs: DAY / 5 });
  const mailsOfEvent = limiter('follow-mails-of-event', { burst: 200, refillMs: DAY / 200 });
  return {
    /** Seconds to wait; 0: go on. */
    follow: (address: string): number => byAddress.take(addressKey(address)) || byNetwork.take(networkKey(address)),
    /** A limit on mails to one mailbox is not told in the answer: it would say that others asked for it. */
    mail(address: string, email: string, eventId: string): { readonly wait: number; readonly mayMail: boolean } {
      const wait = mailsByAddress.take(addressKey(address)) || mailsByNetwork.take(networkKey(address));
      const mayMail = wait === 0 && mailsToMailbox.take(mailboxOf(email)) === 0 && mailsOfEvent.take(eventId) === 0;
      return { wait, mayMail };
    },
  };
}
