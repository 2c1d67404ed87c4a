import { useState } from 'react';
import { requestVerification } from './account-calls.ts';
import type { CallError } from './api.ts';
import { refreshBoot } from './boot.ts';
import { useAction } from './use-action.ts';

export interface ConfirmationMail {
  readonly isSending: boolean;
  readonly isSent: boolean;
  readonly error: CallError | null;
  readonly send: () => void;
}

export function useConfirmationMail(): ConfirmationMail {
  const [isSent, setIsSent] = useState(false);
  const { isBusy, error, run } = useAction(requestVerification);
  const send = async () => {
    const answer = await run();
    if (answer?.sent) setIsSent(true);
    // The address was confirmed meanwhile, perhaps on another device: this page just does not know yet.
    else if (answer) await refreshBoot();
  };
  return { isSending: isBusy, isSent: isSent && error === null, error, send: () => void send() };
}
