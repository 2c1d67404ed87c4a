import type { Change } from '../../../src/domain/model/changes.ts';
import type { Charge, LockedEvent, Receipt } from '../../../src/server/journal/store.ts';
import { moveCredits, userAccount } from '../memory-tables.ts';
import { byEvent, MemoryTransaction } from '../memory-transaction.ts';
import type { Mistake } from '../mistake.ts';
import { wrapTransactions } from '../stores.ts';

/** No lock, and a table without a unique number: each transaction takes the next number from its own read. */
class NumbersWithoutLock extends MemoryTransaction {
  override async lockEvents(eventIds: readonly string[]): Promise<ReadonlyMap<string, LockedEvent>> {
    const found = new Map<string, LockedEvent>();
    for (const id of eventIds) {
      const event = await this.readEvent(id);
      if (event !== undefined) found.set(id, { seq: event.seq, resultsSeq: event.seq, rewrites: 0 });
    }
    return found;
  }
  protected override async appendTo(eventId: string, changes: readonly Change[]): Promise<void> {
    this.draft.append(eventId, changes);
  }
}

class ReadsThenWritesBalance extends MemoryTransaction {
  override async charge({ userId, cause, kind, subjectId, amount }: Charge): Promise<boolean> {
    await this.statement('read balance');
    const account = userAccount(userId);
    const before = this.draft.get('accounts', account);
    if ((before?.balance ?? 0) < amount) return false;
    await this.statement('write balance');
    const after = moveCredits(before, { account, kind, cause, subjectId, change: -amount });
    this.draft.put('transfers', cause, after.transfer);
    this.draft.put('accounts', account, after.account);
    return true;
  }
}

class SpendsWhatIsNotThere extends MemoryTransaction {
  override async charge(charge: Charge): Promise<boolean> {
    await this.statement('charge');
    await this.lock(`account ${userAccount(charge.userId)}`);
    this.putCharge(charge);
    return true;
  }
}

class CreditsEveryMessage extends MemoryTransaction {
  protected override causeOf(paymentId: string): string {
    return `purchase:${paymentId}#${this.tables.transfers.size}`;
  }
}

class UndoDeletesTheTap extends MemoryTransaction {
  protected override async appendTo(eventId: string, changes: readonly Change[]): Promise<void> {
    await super.appendTo(eventId, changes);
    const undone = changes.flatMap((change) => (change.type === 'tap-undone' ? [change.tapId] : []));
    if (undone.length > 0)
      this.rewrite(eventId, (change) =>
        change.type === 'tap-recorded' && undone.includes(change.tapId) ? null : change,
      );
  }
}

class SecondFinishOverwrites extends MemoryTransaction {
  protected override async appendTo(eventId: string, changes: readonly Change[]): Promise<void> {
    await super.appendTo(eventId, changes);
    const seconds = changes.flatMap((change) =>
      change.type === 'tap-recorded' && change.line === 'finish' && !change.counts && change.racerId !== null
        ? [change]
        : [],
    );
    this.rewrite(eventId, (change) => {
      if (change.type !== 'tap-recorded' || change.line !== 'finish') return change;
      const second = seconds.find(({ racerId, tapId }) => racerId === change.racerId && tapId !== change.tapId);
      return second === undefined ? change : { ...change, captured: second.captured, placed: second.placed };
    });
  }
}

/** Commits the changes first, and their receipts in a second transaction. */
class ReceiptAfterCommit extends MemoryTransaction {
  private readonly receipts: Receipt[] = [];
  override async insertReceipts(receipts: readonly Receipt[]): Promise<boolean> {
    await this.statement('insert receipts');
    if (receipts.some(({ commandId }) => this.draft.get('receipts', commandId) !== undefined)) return false;
    this.receipts.push(...receipts);
    return true;
  }
  override async commit(onCommitted: () => void): Promise<void> {
    await super.commit(onCommitted);
    for (const receipt of this.receipts) this.tables.receipts.set(receipt.commandId, receipt);
  }
}

export const serverMistakes: Readonly<Record<string, Mistake>> = {
  'acknowledges before the commit': {
    store: (store) => ({
      transaction: (work) =>
        new Promise((resolve, reject) => {
          store
            .transaction(async (tx) => {
              const value = await work(tx);
              resolve(value);
              return value;
            })
            .catch(reject);
        }),
    }),
  },
  'numbers before the commit': { Transaction: NumbersWithoutLock },
  'keeps receipts in memory only': {
    store(store, node) {
      const known = node.memory<Receipt>();
      return wrapTransactions(store, () => ({
        findReceipts: async (ids) => new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : []))),
        async insertReceipts(receipts) {
          for (const receipt of receipts) known.set(receipt.commandId, receipt);
          return true;
        },
      }));
    },
  },
  'writes receipts after the commit': { Transaction: ReceiptAfterCommit },
  'reads the balance, then writes it': { Transaction: ReadsThenWritesBalance },
  'spends credits that are not there': { Transaction: SpendsWhatIsNotThere },
  'credits a payment for every message about it': { Transaction: CreditsEveryMessage },
  'charges again when a command is sent again': {
    store(store) {
      let charged = 0;
      return wrapTransactions(store, (tx) => ({
        findReceipts: async (ids) => {
          const receipts = await tx.findReceipts(ids);
          for (const { commandId, outcome, userId, at } of receipts.values()) {
            const isCreation = outcome.status === 'accepted' && 'firstSeq' in outcome && outcome.firstSeq === 1;
            if (!isCreation) continue;
            charged += 1;
            const cause = `event:${commandId}#${charged}`;
            await tx.charge({ userId, cause, kind: 'event', subjectId: commandId, amount: 20, now: at });
          }
          return receipts;
        },
      }));
    },
  },
  'charges twice for one racer': {
    store: (store) =>
      wrapTransactions(store, (tx) => ({
        async charge(charge) {
          const paid = await tx.charge(charge);
          if (paid && charge.kind === 'racer') await tx.charge({ ...charge, cause: `${charge.cause}#2` });
          return paid;
        },
      })),
  },
  'replaces the captured time by the placed one': {
    store: (store) =>
      wrapTransactions(store, (tx) => ({
        appendChanges: (changes) =>
          tx.appendChanges(
            changes.map((change) =>
              change.type === 'tap-recorded'
                ? { ...change, captured: { ...change.captured, wall: change.placed.at } }
                : change,
            ),
          ),
      })),
  },
  'overwrites the first finish by the second': { Transaction: SecondFinishOverwrites },
  'deletes a tap that is undone': { Transaction: UndoDeletesTheTap },
  'forgets the changes of a failed savepoint’s neighbours': {
    store: (store) =>
      wrapTransactions(store, (tx) => ({ appendChanges: (changes) => tx.appendChanges(changes.slice(0, 1)) })),
  },
  'stores the result of one racer for each transaction': {
    store: (store) =>
      wrapTransactions(store, (tx) => ({
        writeResults: ({ rows, gone }) => tx.writeResults({ rows: rows.slice(0, 1), gone }),
      })),
  },
  'keeps the results of racers who were removed': {
    store: (store) =>
      wrapTransactions(store, (tx) => ({ writeResults: ({ rows }) => tx.writeResults({ rows, gone: [] }) })),
  },
  'removes an entry instead of a person': {
    store: (store) => wrapTransactions(store, () => ({ findAccounts: async () => [] })),
  },
  'publishes before the commit': {
    store: (store, node) =>
      wrapTransactions(store, (tx) => ({
        async appendChanges(changes) {
          await tx.appendChanges(changes);
          for (const [eventId, own] of byEvent(changes)) node.blurt(eventId, own);
        },
      })),
  },
};
