import { EVENT_COST, RACER_COST } from '../../../src/domain/credits/prices.ts';
import type { Journal } from '../journal.ts';
import { houseAccount, type Tables, type TransferRow } from '../memory-tables.ts';

type Report = (what: string) => void;

/** Every balance is the sum of its transfers, no balance is below zero, and everything is paid for once. */
export function checkLedger(tables: Tables, journal: Journal, report: Report): void {
  const transfers = [...tables.transfers.values()];
  const byAccount = new Map<string, TransferRow[]>();
  for (const transfer of transfers) {
    byAccount.set(transfer.account, [...(byAccount.get(transfer.account) ?? []), transfer]);
  }
  for (const account of tables.accounts.values()) checkAccount(account, byAccount.get(account.id) ?? [], report);
  for (const id of byAccount.keys()) if (!tables.accounts.has(id)) report(`ledger: there is no account ${id}`);
  const paid = new Map<string, Paid>();
  for (const { cause, subjectId, amount } of transfers) {
    const [kind, id] = cause.split(':');
    if (kind !== 'event' && kind !== 'racer') continue;
    paid.set(id!, { amount: (paid.get(id!)?.amount ?? 0) + amount, subjectId });
  }
  checkPrices(tables, journal, paid, report);
  checkPurchases(transfers, journal, report);
}

/** A purchase is credited once, however many messages about it arrived. */
function checkPurchases(transfers: readonly TransferRow[], journal: Journal, report: Report): void {
  const credited = new Map<string, number>();
  for (const { from, subjectId, amount } of transfers) {
    if (from === houseAccount('purchase')) credited.set(subjectId!, (credited.get(subjectId!) ?? 0) + amount);
  }
  for (const { id, amount } of journal.purchases) {
    if (credited.get(id) !== amount) report(`ledger: ${credited.get(id) ?? 0} were credited for ${id}, not ${amount}`);
    credited.delete(id);
  }
  for (const id of credited.keys()) report(`ledger: ${id} was credited, and nobody paid it`);
}

/** A charge that does not continue from the account's last transfer was made concurrently with another. */
function checkAccount({ id, balance }: { id: string; balance: number }, own: TransferRow[], report: Report): void {
  let [sum, number] = [0, 0];
  for (const transfer of own.toSorted((one, other) => one.number - other.number)) {
    sum += transfer.to === id ? transfer.amount : -transfer.amount;
    number += 1;
    if (transfer.number !== number)
      report(`ledger: ${transfer.cause} has the number ${transfer.number}, not ${number}`);
    if (transfer.balanceAfter !== sum)
      report(`ledger: ${id} had ${sum} after ${transfer.cause}, which says ${transfer.balanceAfter}`);
  }
  if (sum !== balance) report(`ledger: ${id} has ${balance}, its transfers make ${sum}`);
  if (balance < 0) report(`ledger: ${id} is at ${balance}`);
}

interface Paid {
  readonly amount: number;
  readonly subjectId: string | null;
}

function checkPrices(tables: Tables, journal: Journal, paid: Map<string, Paid>, report: Report): void {
  for (const { commandId, outcome } of tables.receipts.values()) {
    const command = journal.recorded.get(commandId)?.command;
    if (command === undefined) continue;
    const { amount, subjectId } = paid.get(commandId) ?? { amount: 0, subjectId: null };
    paid.delete(commandId);
    const price = outcome.status === 'accepted' ? priceOf(tables, command) : 0;
    if (amount !== price) report(`ledger: ${command.type} ${commandId} cost ${amount}, not ${price}`);
    const made = command.type === 'racer.create' ? command.racerId : eventOf(command);
    if (amount > 0 && subjectId !== made) report(`ledger: ${commandId} was paid for ${subjectId}, not ${made}`);
  }
  for (const [id, { amount }] of paid) report(`ledger: ${amount} were taken for ${id}, which is not stored`);
}

type Made = NonNullable<ReturnType<Journal['recorded']['get']>>['command'];

const eventOf = (command: Made): string | null => ('eventId' in command ? command.eventId : null);

function priceOf(tables: Tables, command: Made): number {
  if (command.type === 'racer.create') {
    return tables.racers.get(command.racerId)?.racer.awaitingCredits === true ? 0 : RACER_COST;
  }
  if (command.type !== 'event.create' && command.type !== 'event.duplicate') return 0;
  const log = tables.changes.get(command.eventId) ?? [];
  return log.some(({ type }) => type === 'credits-awaited') ? 0 : EVENT_COST;
}
