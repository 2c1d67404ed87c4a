import type { CommandStore, CommandTransaction } from '../../src/server/journal/store.ts';
import type { ServerNode } from './server-node.ts';

/** What a node's command handling is given of its database. A planted mistake may stand in between. */
export type StoreMaker = (store: CommandStore, node: ServerNode) => CommandStore;

/** Keys are made by chance, and chance is not allowed here: the n-th key of an event is named so. */
export const guestKey = (eventId: string, which: 'admin' | 'viewer', count: number): string =>
  `${which}-${count}-${eventId.slice(-12)}`;

export const withNamedKeys: StoreMaker = (store) =>
  wrapTransactions(store, (tx) => ({
    insertEvent: (event) =>
      tx.insertEvent(event, { admin: guestKey(event.id, 'admin', 0), viewer: guestKey(event.id, 'viewer', 0) }),
    async replaceKey(eventId, which) {
      const before = await tx.readKeys(eventId);
      const count = Number(before?.[which].split('-')[1] ?? 0) + 1;
      await tx.replaceKey(eventId, which, guestKey(eventId, which, count));
    },
  }));

/** A store whose transactions do some things differently. */
export function wrapTransactions(
  store: CommandStore,
  change: (tx: CommandTransaction) => Partial<CommandTransaction>,
): CommandStore {
  return { transaction: (work) => store.transaction((tx) => work(override(tx, change(tx)))) };
}

const every: Readonly<Record<keyof CommandTransaction, true>> = {
  savepoint: true,
  lockEvents: true,
  readDoor: true,
  readEvent: true,
  readChanges: true,
  insertEvent: true,
  appendChanges: true,
  updateEvents: true,
  writeResults: true,
  readKeys: true,
  replaceKey: true,
  findReceipts: true,
  insertReceipts: true,
  lockLibrary: true,
  findRacers: true,
  saveRacer: true,
  deleteRacer: true,
  charge: true,
  countAwaiting: true,
  queueInvitation: true,
  countInvitations: true,
  withdrawInvitation: true,
  findAccounts: true,
};
const calls = Object.keys(every) as (keyof CommandTransaction)[];

/** The calls of a class stand on its prototype, so they are named one by one: one that is missing does not compile. */
function override(tx: CommandTransaction, other: Partial<CommandTransaction>): CommandTransaction {
  const same = Object.fromEntries(calls.map((call) => [call, (...args: never[]) => (tx[call] as Call)(...args)]));
  return { ...(same as unknown as CommandTransaction), ...other };
}

type Call = (...args: never[]) => unknown;
