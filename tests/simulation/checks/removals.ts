import type { Journal } from '../journal.ts';
import type { Tables } from '../memory-tables.ts';
import type { History } from './history.ts';

type Report = (what: string) => void;

/** A removed person is no admin any more, whether the command named the id or the address. */
export function checkRemovals(
  tables: Tables,
  { recorded }: Journal,
  histories: ReadonlyMap<string, History>,
  report: Report,
): void {
  for (const { command } of recorded.values()) {
    if (command.type !== 'admin.remove' && command.type !== 'admin.uninvite') continue;
    const outcome = tables.receipts.get(command.id)?.outcome;
    if (outcome?.status !== 'accepted' || !('lastSeq' in outcome)) continue;
    const name = command.type === 'admin.remove' ? command.userId : command.email;
    const account = [...tables.people.values()].find(({ userId, email }) => userId === name || email === name);
    const names = new Set([name, account?.userId, account?.email]);
    const state = histories.get(command.eventId)?.states[outcome.lastSeq];
    const left = state?.admins.filter((admin) => names.has(admin.kind === 'user' ? admin.userId : admin.email)) ?? [];
    if (left.length > 0) report(`removal: ${name} was removed from ${command.eventId} and still runs it`);
  }
}
