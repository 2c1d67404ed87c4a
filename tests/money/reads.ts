import type { Boot } from '../../src/protocol/account.ts';
import type { CreditHistory, CreditLine, Payment, PaymentAnswer } from '../../src/protocol/payments.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Account, Client, Run } from './books.ts';
import type { Caller } from './caller.ts';

/** The newest lines, as /account shows them: each balance follows from the one before. */
export async function readHistory({ run, account, caller }: Client): Promise<void> {
  const { lines } = (await caller.get(api.creditHistory)).body as CreditHistory;
  checkChain(run, account, lines);
}

export async function readCredits({ run, account, caller }: Client): Promise<void> {
  const { viewer } = (await caller.get(api.boot)).body as Boot;
  if (viewer.kind !== 'user') run.surprises.push(`${account.email} is not signed in any more`);
  else checkBalance(run, account, viewer.credits);
}

export async function readAll(caller: Caller, { payments }: Account) {
  const seen: Payment[] = [];
  for (const id of payments.keys()) {
    const { body } = await caller.get(api.payment.replace(':paymentId', id));
    seen.push((body as PaymentAnswer).payment);
  }
  return { snapshot: await caller.readAccount(), lines: await readWholeHistory(caller), payments: seen };
}

async function readWholeHistory(caller: Caller): Promise<readonly CreditLine[]> {
  const lines: CreditLine[] = [];
  for (;;) {
    const before = lines.at(-1)?.number;
    const path = before === undefined ? api.creditHistory : `${api.creditHistory}?before=${before}`;
    const page = (await caller.get(path)).body as CreditHistory;
    lines.push(...page.lines);
    if (!page.hasMore) return lines;
  }
}

export function checkBalance(run: Run, { email }: Account, balance: number): void {
  if (!Number.isSafeInteger(balance) || balance < 0) run.surprises.push(`${email} was told of ${balance} credits`);
}

/** Checks lines in the order newest first. */
export function checkChain(run: Run, account: Account, lines: readonly CreditLine[]): void {
  for (const [index, { number, amount, balance }] of lines.entries()) {
    checkBalance(run, account, balance);
    const earlier = lines[index + 1] ?? (number === 1 ? { number: 0, balance: 0 } : undefined);
    if (earlier === undefined) continue;
    if (number !== earlier.number + 1 || balance !== earlier.balance + amount) {
      run.surprises.push(`${account.email}: line ${number} does not go on from line ${earlier.number}`);
    }
  }
}
