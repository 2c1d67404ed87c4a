import { EVENT_COST, RACER_COST } from '../../../src/domain/credits/prices.ts';
import type { Journal } from '../journal.ts';
import type { Tables } from '../memory-tables.ts';

type Report = (what: string) => void;

/** The sum of what was moved is the balance, nobody is below zero, and everything is paid for once. */
export function checkLedger(tables: Tables, journal: Journal, report: Report): void {
  const sums = new Map<string, number>();
  const add = (id: string, amount: number): void => void sums.set(id, (sums.get(id) ?? 0) + amount);
  const paid = new Map<string, number>();
  for (const { cause, from, to, amount } of tables.transfers.values()) {
    add(from, -amount);
    add(to, amount);
    const [kind, id] = cause.split(':');
    if (kind === 'event' || kind === 'racer') paid.set(id!, (paid.get(id!) ?? 0) + amount);
  }
  for (const { id, balance, isHouse } of tables.accounts.values()) {
    if ((sums.get(id) ?? 0) !== balance)
      report(`ledger: ${id} has ${balance}, its transfers make ${sums.get(id) ?? 0}`);
    if (!isHouse && balance < 0) report(`ledger: ${id} is at ${balance}`);
  }
  for (const id of sums.keys()) if (!tables.accounts.has(id)) report(`ledger: there is no account ${id}`);
  checkPrices(tables, journal, paid, report);
}

function checkPrices(tables: Tables, journal: Journal, paid: Map<string, number>, report: Report): void {
  for (const { commandId, outcome } of tables.receipts.values()) {
    const command = journal.recorded.get(commandId)?.command;
    if (command === undefined) continue;
    const amount = paid.get(commandId) ?? 0;
    paid.delete(commandId);
    const price = outcome.status === 'accepted' ? priceOf(tables, command) : 0;
    if (amount !== price) report(`ledger: ${command.type} ${commandId} cost ${amount}, not ${price}`);
  }
  for (const [id, amount] of paid) report(`ledger: ${amount} were taken for ${id}, which is not stored`);
}

type Made = NonNullable<ReturnType<Journal['recorded']['get']>>['command'];

function priceOf(tables: Tables, command: Made): number {
  if (command.type === 'racer.create') {
    return tables.racers.get(command.racerId)?.racer.awaitingCredits === true ? 0 : RACER_COST;
  }
  if (command.type !== 'event.create' && command.type !== 'event.duplicate') return 0;
  const log = tables.changes.get(command.eventId) ?? [];
  return log.some(({ type }) => type === 'credits-awaited') ? 0 : EVENT_COST;
}
