import { refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { AccountLimits } from '../limits/account-limits.ts';

/** Why a guess did not lead anywhere; `wait` in seconds, where it was one too many. */
interface Refusal {
  readonly code: ErrorCode;
  readonly wait?: number;
}

const WRONG: ReadonlySet<ErrorCode> = new Set(['wrong-credentials', 'wrong-password']);

export type PasswordGuesses = ReturnType<typeof createPasswordGuesses>;

/** The only way to look at a password that somebody has typed. */
export function createPasswordGuesses(limits: AccountLimits) {
  return {
    /** `known`: what the account knows them by (account-limits). Only a wrong password counts, not one that was not looked at. */
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
