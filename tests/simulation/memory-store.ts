import type { Account } from '../../src/domain/events/decision.ts';
import type { CommandStore } from '../../src/server/journal/store.ts';
import { createTables, moveCredits, type Tables, userAccount } from './memory-tables.ts';
import { MemoryTransaction } from './memory-transaction.ts';
import { DatabaseError, RowLocks } from './row-locks.ts';

/**
 * A database that several nodes share, with the visibility and the row locks of PostgreSQL's READ COMMITTED. The
 * database can be stopped, and connected nodes can be killed: transactions that were not committed by then are rolled
 * back.
 */
export interface MemoryDatabase {
  /** The committed tables, for reads at one moment. */
  readonly tables: Tables;
  /** Grows with every commit. */
  readonly version: number;
  /** A store that answers at once. */
  readonly store: CommandStore;
  connect(wire?: Wire): Connection;
  /** Adds the account of a new user. */
  addAccount(account: Account): void;
  give(userId: string, amount: number, cause: string): void;
  balanceOf(userId: string): number;
  stop(): void;
  start(): void;
  readonly isStopped: boolean;
}

/** The connection to the database: the delay of each message, and whether it arrives. */
export interface Wire {
  step(what: string): Promise<void>;
}

export interface Connection {
  readonly store: CommandStore;
  /** Kills the node's connection: its open transactions are rolled back, and none of its calls is ever answered. */
  kill(): void;
}

const atOnce: Wire = { step: async () => {} };

export function createMemoryDatabase(Transaction = MemoryTransaction): MemoryDatabase {
  const tables = createTables();
  const locks = new RowLocks<MemoryTransaction>();
  const open = new Set<MemoryTransaction>();
  let isStopped = false;
  let version = 0;

  function connect(wire: Wire = atOnce): Connection {
    const own = new Set<MemoryTransaction>();
    async function transaction<Value>(work: (tx: MemoryTransaction) => Promise<Value>): Promise<Value> {
      await wire.step('begin');
      if (isStopped) throw stopped();
      const tx = new Transaction(tables, locks, wire);
      open.add(tx);
      own.add(tx);
      try {
        const value = await work(tx);
        await tx.commit(() => {
          version += 1;
        });
        return value;
      } catch (error) {
        tx.end('rolled back');
        throw error;
      } finally {
        open.delete(tx);
        own.delete(tx);
      }
    }
    return {
      store: { transaction },
      kill() {
        for (const tx of own) {
          tx.end('killed');
          open.delete(tx);
        }
        own.clear();
      },
    };
  }
  return {
    tables,
    get version() {
      return version;
    },
    store: connect().store,
    connect,
    addAccount: (account) => void tables.people.set(account.userId, account),
    give(userId, amount, cause) {
      if (tables.transfers.has(cause)) return;
      const account = userAccount(userId);
      const move = { account, kind: 'grant', cause, subjectId: null, change: amount };
      const moved = moveCredits(tables.accounts.get(account), move);
      version += 1;
      tables.transfers.set(cause, moved.transfer);
      tables.accounts.set(account, moved.account);
    },
    balanceOf: (userId) => tables.accounts.get(userAccount(userId))?.balance ?? 0,
    stop() {
      isStopped = true;
      for (const tx of open) tx.end('stopped');
      open.clear();
    },
    start() {
      isStopped = false;
    },
    get isStopped() {
      return isStopped;
    },
  };
}

const stopped = (): DatabaseError => new DatabaseError('57P01', 'The database has stopped');
