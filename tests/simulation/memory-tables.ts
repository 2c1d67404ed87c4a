import type { Change } from '../../src/domain/model/changes.ts';
import type { Account } from '../../src/domain/events/decision.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import type { ResultRow } from '../../src/domain/results/rows.ts';
import type { EventKeys, Knocking } from '../../src/server/access/event-door.ts';
import type { Invitation as Sent, Receipt, StoredRacer } from '../../src/server/journal/store.ts';

export interface EventRow {
  readonly id: string;
  readonly seq: number;
  readonly snapshot: EventState;
  readonly ownerId: string;
  readonly awaitingCredits: boolean;
  readonly resultsSeq: number;
  readonly deletedAt: number | null;
  /** The subjects whose lists hold the event: `user:` and `email:`, the owner included. */
  readonly subjects: readonly string[];
}

/** A person's account. The house has no row: its side follows from the transfers. */
export interface AccountRow {
  readonly id: string;
  readonly balance: number;
  /** The number of its transfers. */
  readonly transfers: number;
}

export interface TransferRow {
  readonly cause: string;
  readonly subjectId: string | null;
  readonly account: string;
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly balanceAfter: number;
}

/** An invitation that was taken back before its mail was sent still counts. */
interface Invitation extends Sent {
  readonly isWithdrawn?: true;
}

/** The committed tables. The changes of each event are a table of their own, in the order of their numbers. */
export interface Tables {
  readonly events: Map<string, EventRow>;
  readonly keys: Map<string, EventKeys>;
  readonly receipts: Map<string, Receipt>;
  readonly libraries: Map<string, number>;
  readonly racers: Map<string, StoredRacer>;
  readonly accounts: Map<string, AccountRow>;
  readonly transfers: Map<string, TransferRow>;
  readonly invitations: Map<string, Invitation>;
  /** By user id. */
  readonly people: Map<string, Account>;
  /** By event, racer and attempt. */
  readonly results: Map<string, ResultRow>;
  readonly changes: Map<string, readonly Change[]>;
}

export type TableName = Exclude<keyof Tables, 'changes'>;
export type RowOf<Name extends TableName> = Tables[Name] extends Map<string, infer Row> ? Row : never;

export function createTables(): Tables {
  return {
    events: new Map(),
    keys: new Map(),
    receipts: new Map(),
    libraries: new Map(),
    racers: new Map(),
    accounts: new Map(),
    transfers: new Map(),
    invitations: new Map(),
    people: new Map(),
    results: new Map(),
    changes: new Map(),
  };
}

export const userAccount = (userId: string): string => `user:${userId}`;
export const houseAccount = (kind: string): string => `house:${kind}`;

/** The next transfer of an account, and the account after it. A charge has a negative amount. */
export function moveCredits(
  before: AccountRow | undefined,
  { account, kind, cause, subjectId, change }: Move,
): { readonly account: AccountRow; readonly transfer: TransferRow } {
  const [balance, number] = [(before?.balance ?? 0) + change, (before?.transfers ?? 0) + 1];
  const [from, to] = change < 0 ? [account, houseAccount(kind)] : [houseAccount(kind), account];
  return {
    account: { id: account, balance, transfers: number },
    transfer: { cause, subjectId, account, number, from, to, amount: Math.abs(change), balanceAfter: balance },
  };
}

export interface Move {
  readonly account: string;
  readonly kind: string;
  readonly cause: string;
  readonly subjectId: string | null;
  readonly change: number;
}

/** The row that is checked before an event is read. */
export function doorOf(row: EventRow | undefined, keys: EventKeys | undefined, { userId, verifiedEmail }: Knocking) {
  if (row === undefined || keys === undefined) return undefined;
  const isAdmin = row.subjects.includes(`user:${userId}`) || row.subjects.includes(`email:${verifiedEmail}`);
  const person = { kind: 'user', userId, via: 'invitation', isAnonymous: false } as const;
  return { ownerId: row.ownerId, admins: isAdmin ? [person] : [], keys };
}

/** The uncommitted writes of a transaction, which can be undone step by step for savepoints. */
export class Draft {
  private readonly rows = new Map<TableName, Map<string, unknown>>();
  private readonly appended = new Map<string, readonly Change[]>();
  private readonly undo: (() => void)[] = [];
  private readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  get<Name extends TableName>(table: Name, key: string): RowOf<Name> | undefined {
    const own = this.rows.get(table);
    if (own?.has(key)) return own.get(key) as RowOf<Name> | undefined;
    return this.tables[table].get(key) as RowOf<Name> | undefined;
  }

  all<Name extends TableName>(table: Name): RowOf<Name>[] {
    const merged = new Map<string, unknown>(this.tables[table]);
    for (const [key, row] of this.rows.get(table) ?? []) merged.set(key, row);
    return [...merged.values()].filter((row) => row !== undefined) as RowOf<Name>[];
  }

  put<Name extends TableName>(table: Name, key: string, row: RowOf<Name> | undefined): void {
    const own = this.rows.get(table) ?? new Map<string, unknown>();
    this.rows.set(table, own);
    const had = own.has(key);
    const before = own.get(key);
    this.undo.push(() => (had ? own.set(key, before) : own.delete(key)));
    own.set(key, row);
  }

  changesOf(eventId: string): readonly Change[] {
    const stored = this.tables.changes.get(eventId) ?? [];
    const own = this.appended.get(eventId);
    return own === undefined ? stored : [...stored, ...own].toSorted((one, other) => one.seq - other.seq);
  }

  append(eventId: string, changes: readonly Change[]): void {
    const before = this.appended.get(eventId);
    this.undo.push(() => (before === undefined ? this.appended.delete(eventId) : this.appended.set(eventId, before)));
    this.appended.set(eventId, [...(before ?? []), ...changes]);
  }

  mark(): number {
    return this.undo.length;
  }

  undoTo(mark: number): void {
    while (this.undo.length > mark) this.undo.pop()!();
  }

  /** Makes all writes durable and visible at once. */
  commit(): void {
    for (const [name, rows] of this.rows) {
      const table = this.tables[name] as Map<string, unknown>;
      for (const [key, row] of rows) {
        if (row === undefined) table.delete(key);
        else table.set(key, row);
      }
    }
    for (const eventId of this.appended.keys()) this.tables.changes.set(eventId, this.changesOf(eventId));
  }
}
