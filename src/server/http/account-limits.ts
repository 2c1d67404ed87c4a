import { addressKey } from './client-address.ts';
import type { SharedLimits } from './shared-limits.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Only failures count against guessing, so that forty volunteers behind one address all get in. An account is guarded
 * per address first: whoever guesses from elsewhere cannot lock its owner out before the third, much wider limit.
 */
export function createAccountLimits({ limiter }: SharedLimits) {
  const guessesByAddressAndEmail = limiter('guesses-by-address-and-email', { burst: 10, refillMs: MINUTE });
  const guessesByAddress = limiter('guesses-by-address', { burst: 100, refillMs: 10 * SECOND });
  const guessesByEmail = limiter('guesses-by-email', { burst: 200, refillMs: 30 * SECOND });
  const signUps = limiter('sign-ups', { burst: 60, refillMs: 30 * SECOND });
  const anonymous = limiter('anonymous', { burst: 300, refillMs: SECOND });
  const resetsByAddress = limiter('resets-by-address', { burst: 40, refillMs: 30 * SECOND });
  const resetsByEmail = limiter('resets-by-email', { burst: 3, refillMs: 10 * MINUTE });
  const verifications = limiter('verifications', { burst: 3, refillMs: 10 * MINUTE });

  return {
    /** Counted before the password is looked at, so that a thousand guesses at once cannot all slip through. */
    beginGuess(address: string, email: string): { wait: number; succeeded(): void } {
      const place = addressKey(address);
      const counted = [
        [guessesByAddressAndEmail, `${place} ${email}`],
        [guessesByAddress, place],
        [guessesByEmail, email],
      ] as const;
      const giveBack = (upTo: number) => counted.slice(0, upTo).forEach(([limiter, key]) => limiter.giveBack(key));
      for (const [index, [limiter, key]] of counted.entries()) {
        const wait = limiter.take(key);
        if (wait > 0) {
          giveBack(index);
          return { wait, succeeded: () => {} };
        }
      }
      return { wait: 0, succeeded: () => giveBack(counted.length) };
    },
    signUp: (address: string): number => signUps.take(addressKey(address)),
    anonymous: (address: string): number => anonymous.take(addressKey(address)),
    /** A mailbox is not flooded, and the answer does not say so: it would tell which addresses are known. */
    resetMail(address: string, email: string): { wait: number; mayMail: boolean } {
      const wait = resetsByAddress.take(addressKey(address));
      return { wait, mayMail: wait === 0 && resetsByEmail.take(email) === 0 };
    },
    verificationMail: (userId: string): number => verifications.take(userId),
  };
}
