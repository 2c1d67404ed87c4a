import type { CommandStore, CommandTransaction } from '../../src/server/journal/store.ts';
import type { ServerNode } from './server-node.ts';

/** Makes the store that a node's command handling uses. A planted mistake may wrap it. */
export type StoreMaker = (store: CommandStore, node: ServerNode) => CommandStore;

/** Keys are random in the product; here the n-th key of an event has a fixed name, so that runs repeat. */
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
  readScreenMakers: true,
  removeScreens: true,
  giveScreens: true,
  findReceipts: true,
  insertReceipts: true,
  lockLibrary: true,
  findRacers: true,
  saveRacer: true,
  findMerged: true,
  countMerge: true,
  haveMet: true,
  deleteRacer: true,
  charge: true,
  countAwaiting: true,
  queueInvitation: true,
  countInvitations: true,
  withdrawInvitation: true,
  findAccounts: true,
};
const calls = Object.keys(every) as (keyof CommandTransaction)[];

/** The methods of a class are on its prototype, so they are listed one by one: a missing method does not compile. */
function override(tx: CommandTransaction, other: Partial<CommandTransaction>): CommandTransaction {
  const same = Object.fromEntries(calls.map((call) => [call, (...args: never[]) => (tx[call] as Call)(...args)]));
  return { ...(same as unknown as CommandTransaction), ...other };
}

type Call = (...args: never[]) => unknown;
