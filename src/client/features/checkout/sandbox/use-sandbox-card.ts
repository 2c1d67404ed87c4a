import { useId, useState } from 'react';
import type { SandboxAuthentication, TestCard } from '../../../../protocol/payments.ts';
import type { CardEntry, Confirmation } from '../card-entry.ts';
import { authenticateInSandbox, confirmInSandbox, type SandboxAnswer } from '../payment-calls.ts';
import { type CardTexts, formatNumber, isAmericanExpress } from './card-text.ts';
import { type CardProblems, checkCard } from './check-card.ts';

type BankAnswer = SandboxAuthentication['outcome'];

export interface SandboxCard {
  readonly entry: CardEntry;
  readonly card: CardTexts;
  readonly problems: CardProblems;
  readonly idOf: (field: keyof CardTexts) => string;
  readonly type: (field: keyof CardTexts, text: string) => void;
  readonly choose: (card: TestCard) => void;
  /** Set while the bank waits for an answer. */
  readonly answerBank: ((answer: BankAnswer) => void) | null;
}

const EMPTY: CardTexts = { number: '', expiry: '', cvc: '' };
const YEARS_TO_COME = 3;

/** A test card. It is checked before anything of it leaves the page. */
export function useSandboxCard(): SandboxCard {
  const id = useId();
  const [card, setCard] = useState(EMPTY);
  const [problems, setProblems] = useState<CardProblems>({});
  const [answerBank, setAnswerBank] = useState<((answer: BankAnswer) => void) | null>(null);

  const idOf = (field: keyof CardTexts) => `${id}-${field}`;
  const focusOn = (field: keyof CardTexts) => document.getElementById(idOf(field))?.focus();

  async function askBank(clientSecret: string): Promise<SandboxAnswer> {
    const outcome = await new Promise<BankAnswer>((resolve) => setAnswerBank(() => resolve));
    setAnswerBank(null);
    return authenticateInSandbox({ clientSecret, outcome });
  }

  const entry: CardEntry = {
    check() {
      const found = checkCard(card, new Date());
      setProblems(found);
      const [first] = Object.keys(found) as (keyof CardTexts)[];
      if (first !== undefined) focusOn(first);
      return first === undefined;
    },
    async confirm(clientSecret): Promise<Confirmation> {
      const first = await confirmInSandbox({ clientSecret, card });
      const last = first.status === 'requires_action' ? await askBank(clientSecret) : first;
      return last.status === 'requires_action' ? { status: 'unknown' } : last;
    },
  };

  return {
    entry,
    card,
    problems,
    idOf,
    type(field, text) {
      setCard({ ...card, [field]: text });
      setProblems({ ...problems, [field]: undefined });
    },
    choose({ number }) {
      const year = String(new Date().getFullYear() + YEARS_TO_COME).slice(-2);
      setCard({ number: formatNumber(number), expiry: `12/${year}`, cvc: isAmericanExpress(number) ? '1234' : '123' });
      setProblems({});
    },
    answerBank,
  };
}
