import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../src/domain/credits/prices.ts';
import type { CreditKind, CreditLine } from '../../src/protocol/payments.ts';
import { type Account, couldBePaid, type Run, type SeenPayment } from './books.ts';
import type { ProviderBooks } from './provider-books.ts';
import { checkBalance, checkChain, type readAll } from './reads.ts';

/** Everything that the product reports about an account at the end. */
export type Told = Awaited<ReturnType<typeof readAll>>;

/**
 * The clients' answers, the provider's books and the product's reports must agree. Nothing here is counted by the
 * product: its history is only compared.
 */
export function checkAccount(run: Run, account: Account, told: Told, provider: ProviderBooks): void {
  const report = (text: string) => run.surprises.push(`${account.email}: ${text}`);
  const { credits } = told.snapshot;
  checkBalance(run, account, credits);
  checkChain(run, account, told.lines);
  const spent = checkCreations(account, told, report);
  const bought = checkPayments(account, told, provider, report);
  const welcomes = linesOf(told, 'welcome').map(({ amount }) => amount);
  if (welcomes.join() !== String(WELCOME_CREDITS)) report(`was welcomed with ${welcomes.join() || 'nothing'}`);
  const expected = WELCOME_CREDITS + bought - spent;
  if (credits !== expected) report(`has ${credits} credits, and should have ${expected}`);
  if ((told.lines[0]?.balance ?? 0) !== credits) report(`has ${credits} credits, and the history says otherwise`);
  const other = told.lines.filter(({ kind }) => !KINDS.includes(kind));
  if (other.length > 0) report(`has ${other.length} movements of credits that nobody made`);
}

const KINDS: readonly CreditKind[] = ['welcome', 'event', 'racer', 'purchase', 'refund'];
type Report = (text: string) => void;

const linesOf = ({ lines }: Told, wanted: CreditKind): CreditLine[] => lines.filter(({ kind }) => kind === wanted);

/**
 * Every accepted creation exists once, and nothing else exists; every open event was paid for once. Returns the cost.
 */
function checkCreations({ creations }: Account, told: Told, report: Report): number {
  let spent = 0;
  for (const [kind, cost] of [
    ['event', EVENT_COST],
    ['racer', RACER_COST],
  ] as const) {
    const accepted = creations.filter((each) => each.kind === kind && each.outcome === 'accepted').map(({ id }) => id);
    const things = kind === 'event' ? told.snapshot.events : told.snapshot.racers;
    compare(
      accepted,
      things.map(({ id }) => id),
      `accepted ${kind}s that are there`,
      report,
    );
    const paid = things.filter(({ awaitingCredits }) => !awaitingCredits);
    const lines = linesOf(told, kind);
    compare(
      paid.map(({ name }) => name),
      lines.map(({ subject }) => subject ?? ''),
      `${kind}s that were charged`,
      report,
    );
    for (const { number, amount } of lines) if (amount !== -cost) report(`line ${number}: a ${kind} cost ${-amount}`);
    if (paid.length < things.length && told.snapshot.credits >= cost) {
      report(`${things.length - paid.length} ${kind}s wait for credits, and ${told.snapshot.credits} are there`);
    }
    spent += cost * paid.length;
  }
  return spent;
}

/** Compares two lists as multisets. */
function compare(expected: readonly string[], found: readonly string[], what: string, report: Report): void {
  const left = new Map<string, number>();
  for (const each of expected) left.set(each, (left.get(each) ?? 0) + 1);
  for (const each of found) left.set(each, (left.get(each) ?? 0) - 1);
  for (const [each, count] of left) {
    if (count !== 0) report(`${what}: ${each} ${Math.abs(count)} times too ${count > 0 ? 'few' : 'often'}`);
  }
}

/** Every payment whose money the provider has is credited once, and no other. Returns the credits that stay. */
function checkPayments(account: Account, told: Told, provider: ProviderBooks, report: Report): number {
  const purchases = linesOf(told, 'purchase');
  const refunds = linesOf(told, 'refund');
  let bought = 0;
  for (const seen of account.payments.values()) {
    const intent = provider.get(seen.id);
    const isPaid = intent?.state === 'paid';
    const isRefunded = isPaid && intent.refundedCents > 0;
    const { amount, priceUsd } = seen.creditPackage;
    checkAgainstProvider(seen, isPaid, report);
    if (isPaid && intent.priceCents !== priceUsd * 100) report(`${seen.id} cost ${intent.priceCents} cents`);
    const state = isRefunded ? 'refunded' : isPaid ? 'paid' : 'open';
    const said = told.payments.find(({ id }) => id === seen.id)?.state;
    if (said !== state) report(`payment ${seen.id} is ${state} at the provider, and ${said} here`);
    const given = purchases.filter(({ paymentId }) => paymentId === seen.id);
    if (given.map((line) => line.amount).join() !== (isPaid ? String(amount) : '')) {
      report(`payment ${seen.id} (${state}, ${amount} credits) was credited ${given.length} times`);
    }
    const taken = refunds.filter(({ paymentId }) => paymentId === seen.id);
    const since = told.lines.filter(({ number }) => number >= (given[0]?.number ?? Infinity));
    if (!isFairRefund(taken, isRefunded ? amount : 0, since)) {
      report(`payment ${seen.id} (${state}) had ${taken.map((line) => line.amount).join() || 'no'} credits taken back`);
    }
    bought += (isPaid ? amount : 0) + taken.reduce((sum, line) => sum + line.amount, 0);
  }
  const known = (line: CreditLine) => line.paymentId !== null && account.payments.has(line.paymentId);
  if (![...purchases, ...refunds].every(known)) report('credits moved for a payment that nobody made');
  return bought;
}

function checkAgainstProvider(seen: SeenPayment, isPaid: boolean, report: Report): void {
  if (seen.isPaid && !isPaid) report(`payment ${seen.id} was said to be paid, and the provider knows nothing of it`);
  if (isPaid && !couldBePaid(seen)) report(`payment ${seen.id} was paid with no card that pays`);
}

/**
 * A refund takes everything at once, or the remaining balance until none is left; nothing only from an empty balance.
 */
function isFairRefund(taken: readonly CreditLine[], due: number, since: readonly CreditLine[]): boolean {
  const [line] = taken;
  if (line === undefined) return due === 0 || since.some(({ balance }) => balance === 0);
  return taken.length === 1 && -line.amount <= due && (-line.amount === due || line.balance === 0);
}
