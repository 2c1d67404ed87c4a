import { refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { AccountLimits } from '../limits/account-limits.ts';

/** Refusal of a guess; `wait` in seconds, if there were too many guesses. */
interface Refusal {
  readonly code: ErrorCode;
  readonly wait?: number;
}

const WRONG: ReadonlySet<ErrorCode> = new Set(['wrong-credentials', 'wrong-password']);

export type PasswordGuesses = ReturnType<typeof createPasswordGuesses>;

/** Passwords that were typed are checked only here. */
export function createPasswordGuesses(limits: AccountLimits) {
  return {
    /**
     * `known`: a device or session that the account knows (account-limits). Only a wrong password counts, not one that
     * was not checked.
     */
    async make<Value>(
      address: string,
      email: string,
      known: string | undefined,
      look: () => Promise<Result<Value, ErrorCode>>,
    ): Promise<Result<Value, Refusal>> {
      const guess = limits.beginGuess(address, email, known);
      if (guess.wait > 0) return refuse({ code: 'too-many-attempts', wait: guess.wait });
      let isWrong = false;
      try {
        const looked = await look();
        if (looked.ok) return looked;
        isWrong = WRONG.has(looked.error);
        return refuse({ code: looked.error });
      } finally {
        if (!isWrong) guess.giveBack();
      }
    },
  };
}
