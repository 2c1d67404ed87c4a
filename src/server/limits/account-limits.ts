import { addressKey, networkKey } from '../addresses/client-address.ts';
import { takeAll, type Taking } from './limiter.ts';
import type { SharedLimits } from './shared-limits.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Only failures count against guessing, so that forty volunteers behind one address all get in. An account is guarded
 * per address and per network first, so that no network can use up what is left for all others. An attacker on very
 * many networks still can: a device or session known to the account is counted apart, and gets in all the same.
 */
export function createAccountLimits({ limiter }: SharedLimits) {
  const guessesByAddressAndEmail = limiter('guesses-by-address-and-email', { burst: 10, refillMs: MINUTE });
  const guessesByAddress = limiter('guesses-by-address', { burst: 100, refillMs: 10 * SECOND });
  const guessesByNetworkAndEmail = limiter('guesses-by-network-and-email', { burst: 20, refillMs: MINUTE });
  const guessesByNetwork = limiter('guesses-by-network', { burst: 300, refillMs: 3 * SECOND });
  const guessesByEmail = limiter('guesses-by-email', { burst: 200, refillMs: 30 * SECOND });
  const guessesByKnown = limiter('guesses-by-known', { burst: 10, refillMs: MINUTE });
  const signUps = limiter('sign-ups', { burst: 60, refillMs: 30 * SECOND });
  const anonymous = limiter('anonymous', { burst: 300, refillMs: SECOND });
  const resetsByAddress = limiter('resets-by-address', { burst: 40, refillMs: 30 * SECOND });
  const resetsByEmail = limiter('resets-by-email', { burst: 3, refillMs: 10 * MINUTE });
  const usernames = limiter('usernames', { burst: 20, refillMs: MINUTE });
  const verifications = limiter('verifications', { burst: 3, refillMs: 10 * MINUTE });

  return {
    /**
     * A guess is counted before the password is checked, so that a thousand guesses at once cannot all slip through.
     * `known`: a device or session that the account knows; it may be stolen, so its guesses are counted too.
     */
    beginGuess(address: string, email: string, known?: string): Taking {
      if (known !== undefined) return takeAll([[guessesByKnown, `${known} ${email}`]]);
      const [client, network] = [addressKey(address), networkKey(address)];
      return takeAll([
        [guessesByAddressAndEmail, `${client} ${email}`],
        [guessesByAddress, client],
        [guessesByNetworkAndEmail, `${network} ${email}`],
        [guessesByNetwork, network],
        [guessesByEmail, email],
      ]);
    },
    signUp: (address: string): number => signUps.take(addressKey(address)),
    anonymous: (address: string): number => anonymous.take(addressKey(address)),
    /** A limit on mails to one mailbox is not told in the answer: it would say which addresses have an account. */
    resetMail(address: string, email: string): { wait: number; mayMail: boolean } {
      const wait = resetsByAddress.take(addressKey(address));
      return { wait, mayMail: wait === 0 && resetsByEmail.take(email) === 0 };
    },
    username: (userId: string): number => usernames.take(userId),
    verificationMail: (userId: string): number => verifications.take(userId),
  };
}

export type AccountLimits = ReturnType<typeof createAccountLimits>;
