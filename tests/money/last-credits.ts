import { randomUUID } from 'node:crypto';
import { CREDIT_PACKAGES, EVENT_COST, WELCOME_CREDITS } from '../../src/domain/credits/prices.ts';
import type { CommandAnswer } from '../../src/protocol/commands.ts';
import { createRandom } from '../simulation/random.ts';
import { createEvent } from '../support/commands.ts';
import type { Account, Run } from './books.ts';
import { pay } from './purchase.ts';

/** The number of events that may wait for credits. */
const AWAITED = 2;

/** All clients of an account spend its last credits at once: they are spent once. */
export async function spendLastCredits(run: Run, account: Account): Promise<void> {
  const { clients, creations } = account;
  const all = WELCOME_CREDITS / EVENT_COST - 1 + clients.length;
  const commands = Array.from({ length: all }, () => createEvent(randomUUID(), `Race ${run.nextName()}`));
  const rush = commands.splice(-clients.length);
  const answers: CommandAnswer[] = [];
  for (const command of commands) answers.push(await clients[0]!.send(command));
  answers.push(...(await Promise.all(rush.map((command, index) => clients[index]!.send(command)))));
  for (const [index, command] of [...commands, ...rush].entries()) {
    const outcome = answers[index]!.status === 'accepted' ? 'accepted' : 'refused';
    creations.push({ command, kind: 'event', id: command.eventId, outcome });
  }
  const kinds = answers.slice(commands.length).map(kindOf);
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  if (count('paid') !== 1 || count('awaited') !== AWAITED || count('refused') !== rush.length - 1 - AWAITED) {
    run.surprises.push(
      `${rush.length} clients for the last ${EVENT_COST} credits: ${count('paid')} paid, ` +
        `${count('awaited')} awaited, ${count('refused')} refused`,
    );
  }
  await expectCredits(run, account, 0, 'after the last ones were spent');
}

function kindOf(answer: CommandAnswer): 'paid' | 'awaited' | 'refused' | 'something else' {
  if (answer.status === 'accepted') {
    return answer.changes.some(({ type }) => type === 'credits-awaited') ? 'awaited' : 'paid';
  }
  const isRefused = answer.status === 'refused' && answer.code === 'not-enough-credits-for-event';
  return isRefused ? 'refused' : 'something else';
}

/**
 * The waiting events are paid from the purchase; a refund takes the rest of the credits, and the cost of the events is
 * owed.
 */
export async function buyAndGiveBack(run: Run, account: Account, delivered: () => Promise<void>): Promise<void> {
  const [creditPackage] = CREDIT_PACKAGES;
  const client = { run, account, caller: account.clients[0]!, random: createRandom(0) };
  const payment = await pay(client, creditPackage!);
  await delivered();
  const left = creditPackage!.amount - AWAITED * EVENT_COST;
  await expectCredits(run, account, left, 'after a purchase');
  const { ok, text } = await run.server.ask('refund', payment.id);
  if (!ok || !text.includes(` ${left} credits`)) run.surprises.push(`a refund with ${left} credits left: ${text}`);
  await delivered();
  await expectCredits(run, account, 0, 'after the refund');
}

async function expectCredits(run: Run, { clients }: Account, expected: number, when: string): Promise<void> {
  const { credits } = await clients[0]!.readAccount();
  if (credits !== expected) run.surprises.push(`there are ${credits} credits ${when}, not ${expected}`);
}
