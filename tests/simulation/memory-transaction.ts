import { applyAll } from '../../src/domain/events/apply.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import type { Account } from '../../src/domain/events/decision.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import type { Racer } from '../../src/domain/racers/library.ts';
import { samePersons, type SamePersons } from '../../src/domain/racers/persons.ts';
import type { RowKey, TouchedRows } from '../../src/domain/results/rows.ts';
import type { EventKeys, Knocking } from '../../src/server/access/event-door.ts';
import type {
  Charge,
  CommandTransaction,
  CountedInvitation,
  EventUpdate,
  Invitation,
  InvitationCount,
  LockedEvent,
  MadeScreen,
  Receipt,
  StoredEvent,
  StoredRacer,
} from '../../src/server/journal/store.ts';
import type { Wire } from './memory-store.ts';
import { doorOf, Draft, type EventRow, moveCredits, type Tables, userAccount } from './memory-tables.ts';
import type { Purchase } from './provider.ts';
import { DatabaseError, type RowLocks } from './row-locks.ts';

type Ending = 'committed' | 'rolled back' | 'stopped' | 'killed';

/** One transaction. Every call is a message on the wire, so that a fault can happen between any two calls. */
export class MemoryTransaction implements CommandTransaction {
  protected readonly draft: Draft;
  private readonly locks: RowLocks<MemoryTransaction>;
  private readonly wire: Wire;
  protected readonly tables: Tables;
  private ending: Ending | null = null;
  private hasFailed = false;

  constructor(tables: Tables, locks: RowLocks<MemoryTransaction>, wire: Wire) {
    this.tables = tables;
    this.draft = new Draft(tables);
    this.locks = locks;
    this.wire = wire;
  }

  end(ending: Ending): void {
    if (this.ending !== null) return;
    this.ending = ending;
    this.locks.leaveLine(
      this,
      ending === 'stopped' ? new DatabaseError('57P01', 'The database has stopped') : undefined,
    );
    this.locks.letGo(this, 0);
  }

  async commit(onCommitted: () => void): Promise<void> {
    await this.wire.step('commit');
    await this.mustBeOpen();
    // The commit of a transaction with a failed statement rolls it back without an error, as in PostgreSQL.
    if (!this.hasFailed) this.draft.commit();
    onCommitted();
    this.end('committed');
    // The answer takes time: by then the waiting node may be dead, or the database stopped.
    await this.wire.step('committed');
  }

  async savepoint<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.statement('savepoint');
    const [mark, held] = [this.draft.mark(), this.locks.countHeld(this)];
    try {
      return await work();
    } catch (error) {
      await this.wire.step('rollback to savepoint');
      await this.mustBeOpen();
      this.draft.undoTo(mark);
      this.locks.letGo(this, held);
      this.hasFailed = false;
      throw error;
    }
  }

  async lockEvents(eventIds: readonly string[]): Promise<ReadonlyMap<string, LockedEvent>> {
    const locked = new Map<string, LockedEvent>();
    if (eventIds.length === 0) return locked;
    await this.statement('lock events');
    // An event that is inserted while this transaction waits for a lock is not seen.
    const existing = [...new Set(eventIds)].toSorted().filter((id) => this.draft.get('events', id) !== undefined);
    for (const id of existing) {
      await this.lock(`event ${id}`);
      const { seq, resultsSeq } = this.draft.get('events', id)!;
      locked.set(id, { seq, resultsSeq, rewrites: 0 });
    }
    return locked;
  }

  async readDoor(eventId: string, person: Knocking) {
    await this.statement('read door');
    return doorOf(this.draft.get('events', eventId), this.draft.get('keys', eventId), person);
  }

  async readEvent(eventId: string): Promise<StoredEvent | undefined> {
    await this.statement('read event');
    const row = this.draft.get('events', eventId);
    return row && { seq: row.seq, snapshot: applyAll(row.snapshot, [])! };
  }

  async readChanges(eventId: string, after: number, upTo = Number.MAX_SAFE_INTEGER): Promise<readonly Change[]> {
    await this.statement('read changes');
    return this.draft.changesOf(eventId).filter(({ seq }) => seq > after && seq <= upTo);
  }

  async insertEvent(event: EventState, keys: EventKeys): Promise<boolean> {
    await this.statement('insert event');
    await this.lock(`event ${event.id}`);
    if (this.draft.get('events', event.id) !== undefined) return false;
    this.draft.put('events', event.id, {
      ...columnsOf(event),
      resultsSeq: event.seq,
      snapshot: applyAll(event, [])!,
      subjects: subjectsOf(event),
    });
    this.draft.put('keys', event.id, keys);
    return true;
  }

  async appendChanges(changes: readonly Change[]): Promise<void> {
    await this.statement('append changes');
    for (const [eventId, own] of byEvent(changes)) await this.appendTo(eventId, own);
  }

  protected async appendTo(eventId: string, changes: readonly Change[]): Promise<void> {
    for (const { seq } of changes) {
      await this.lock(`change ${eventId} ${seq}`);
      if (this.draft.changesOf(eventId).some((known) => known.seq === seq)) {
        this.fail('23505', `There is a change ${seq} of ${eventId} already`);
      }
    }
    this.draft.append(eventId, changes);
  }

  async updateEvents(updates: readonly EventUpdate[]): Promise<void> {
    await this.statement('update events');
    for (const { event, snapshot, admins, resultsSeq } of updates) {
      await this.lock(`event ${event.id}`);
      const before = this.draft.get('events', event.id);
      if (before === undefined) continue;
      this.draft.put('events', event.id, {
        ...columnsOf(event),
        resultsSeq,
        snapshot: snapshot ? applyAll(event, [])! : before.snapshot,
        subjects: admins ? subjectsOf(event) : before.subjects,
      });
    }
  }

  async writeResults({ rows, gone }: TouchedRows): Promise<void> {
    await this.statement('write results');
    const keyOf = ({ eventId, racerId, attempt }: RowKey) => `${eventId} ${racerId} ${attempt}`;
    for (const row of rows) this.draft.put('results', keyOf(row), row);
    for (const key of gone) this.draft.put('results', keyOf(key), undefined);
  }

  async readKeys(eventId: string): Promise<EventKeys | undefined> {
    await this.statement('read keys');
    return this.draft.get('keys', eventId);
  }

  async replaceKey(eventId: string, which: keyof EventKeys, key: string): Promise<void> {
    await this.statement('replace key');
    await this.lock(`keys ${eventId}`);
    const before = this.draft.get('keys', eventId);
    if (before !== undefined) this.draft.put('keys', eventId, { ...before, [which]: key });
  }

  /** Screens are made by calls of their own, which are not simulated. */
  async readScreenMakers(): Promise<readonly MadeScreen[]> {
    await this.statement('read screens');
    return [];
  }

  async removeScreens(): Promise<void> {}

  async giveScreens(): Promise<void> {}

  async findReceipts(commandIds: readonly string[]): Promise<ReadonlyMap<string, Receipt>> {
    const found = new Map<string, Receipt>();
    if (commandIds.length === 0) return found;
    await this.statement('find receipts');
    for (const id of commandIds) {
      const receipt = this.draft.get('receipts', id);
      if (receipt !== undefined) found.set(id, receipt);
    }
    return found;
  }

  async insertReceipts(receipts: readonly Receipt[]): Promise<boolean> {
    await this.statement('insert receipts');
    let areNew = true;
    for (const receipt of receipts) {
      await this.lock(`receipt ${receipt.commandId}`);
      if (this.draft.get('receipts', receipt.commandId) === undefined) {
        this.draft.put('receipts', receipt.commandId, receipt);
      } else {
        areNew = false;
      }
    }
    return areNew;
  }

  async lockLibrary(userId: string): Promise<void> {
    await this.statement('lock library');
    await this.lock(`library ${userId}`);
    this.draft.put('libraries', userId, (this.draft.get('libraries', userId) ?? 0) + 1);
  }

  async findRacers(racerIds: readonly string[]): Promise<ReadonlyMap<string, StoredRacer>> {
    const found = new Map<string, StoredRacer>();
    if (racerIds.length === 0) return found;
    await this.statement('find racers');
    for (const id of racerIds) {
      const row = this.draft.get('racers', id);
      if (row !== undefined) found.set(id, row);
    }
    return found;
  }

  async saveRacer(racer: Racer): Promise<void> {
    await this.statement('save racer');
    await this.lock(`racer ${racer.id}`);
    this.draft.put('racers', racer.id, { racer, isDeleted: false });
  }

  async deleteRacer(racerId: string, _now: number): Promise<void> {
    await this.statement('delete racer');
    await this.lock(`racer ${racerId}`);
    const before = this.draft.get('racers', racerId);
    if (before !== undefined) this.draft.put('racers', racerId, { ...before, isDeleted: true });
  }

  async findMerged(userId: string): Promise<SamePersons> {
    await this.statement('find merged');
    const own = this.draft.all('racers').filter(({ racer }) => racer.createdBy === userId);
    return samePersons(own.map(({ racer }) => racer));
  }

  async countMerge(): Promise<void> {
    await this.statement('count merge');
  }

  async haveMet(ownerId: string, racers: readonly string[], others: readonly string[]): Promise<boolean> {
    await this.statement('have met');
    const isTheirs = (eventId: string) => {
      const event = this.draft.get('events', eventId);
      return event?.ownerId === ownerId && event.deletedAt === null;
    };
    const timed = this.draft
      .all('results')
      .filter((row) => isTheirs(row.eventId) && (row.startAt !== null || row.finishAt !== null));
    const met = new Set(timed.flatMap(({ racerId, eventId }) => (racers.includes(racerId) ? eventId : [])));
    return timed.some(({ racerId, eventId }) => others.includes(racerId) && met.has(eventId));
  }

  async charge(charge: Charge): Promise<boolean> {
    await this.statement('charge');
    const account = userAccount(charge.userId);
    await this.lock(`account ${account}`);
    if (this.draft.get('transfers', charge.cause) !== undefined) return true;
    if ((this.draft.get('accounts', account)?.balance ?? 0) < charge.amount) return false;
    this.putCharge(charge);
    return true;
  }

  async credit({ id, userId, amount }: Purchase): Promise<void> {
    const account = userAccount(userId);
    const cause = this.causeOf(id);
    await this.statement('credit');
    await this.lock(`account ${account}`);
    if (this.draft.get('transfers', cause) !== undefined) return;
    const move = { account, kind: 'purchase', cause, subjectId: id, change: amount };
    const moved = moveCredits(this.draft.get('accounts', account), move);
    this.draft.put('transfers', cause, moved.transfer);
    this.draft.put('accounts', account, moved.account);
  }

  protected causeOf(paymentId: string): string {
    return `purchase:${paymentId}`;
  }

  /** Writes the charge without checking that the balance covers it. */
  protected putCharge({ userId, cause, kind, subjectId, amount }: Charge): void {
    const account = userAccount(userId);
    const move = { account, kind, cause, subjectId, change: -amount };
    const moved = moveCredits(this.draft.get('accounts', account), move);
    this.draft.put('transfers', cause, moved.transfer);
    this.draft.put('accounts', account, moved.account);
  }

  async countAwaiting(userId: string): Promise<{ readonly events: number; readonly racers: number }> {
    await this.statement('count awaiting');
    const events = this.draft
      .all('events')
      .filter((row) => row.ownerId === userId && row.awaitingCredits && row.deletedAt === null);
    const racers = this.draft.all('racers').filter(({ racer }) => racer.createdBy === userId && racer.awaitingCredits);
    return { events: events.length, racers: racers.length };
  }

  async queueInvitation(invitation: Invitation): Promise<void> {
    await this.statement('queue invitation');
    await this.lock(`invitation ${invitation.id}`);
    this.draft.put('invitations', invitation.id, invitation);
  }

  async countInvitations({ eventId, userId, email, now }: CountedInvitation, inMs: number): Promise<InvitationCount> {
    await this.statement('count invitations');
    const recent = this.draft.all('invitations').filter((invitation) => invitation.now >= now - inMs);
    return {
      toEvent: recent.filter((invitation) => invitation.eventId === eventId).length,
      byUser: recent.filter((invitation) => invitation.userId === userId).length,
      toAddress: recent.filter((invitation) => invitation.email === email).length,
    };
  }

  async withdrawInvitation(eventId: string, email: string): Promise<void> {
    await this.statement('withdraw invitation');
    for (const invitation of this.draft.all('invitations')) {
      if (invitation.eventId !== eventId || invitation.email !== email) continue;
      this.draft.put('invitations', invitation.id, { ...invitation, isWithdrawn: true });
    }
  }

  async findAccounts(userIds: readonly string[], emails: readonly string[]): Promise<readonly Account[]> {
    await this.statement('find accounts');
    return this.draft.all('people').filter(({ userId, email }) => userIds.includes(userId) || emails.includes(email));
  }

  protected async statement(what: string): Promise<void> {
    try {
      await this.wire.step(what);
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
    await this.mustBeOpen();
    if (this.hasFailed) throw new DatabaseError('25P02', 'A statement of this transaction has failed');
  }

  private async mustBeOpen(): Promise<void> {
    if (this.ending === null) return;
    if (this.ending === 'stopped') throw new DatabaseError('57P01', 'The database has stopped');
    if (this.ending === 'killed') await new Promise<never>(() => {});
    throw new DatabaseError('25P01', 'There is no transaction');
  }

  protected async lock(key: string): Promise<void> {
    try {
      await this.locks.acquire(this, key);
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
    await this.mustBeOpen();
  }

  private fail(code: string, message: string): never {
    this.hasFailed = true;
    throw new DatabaseError(code, message);
  }

  /** Changes or deletes stored changes of a log, which the product never does. For planted mistakes only. */
  protected rewrite(eventId: string, change: (stored: Change) => Change | null): void {
    const stored = this.tables.changes.get(eventId);
    if (stored !== undefined)
      this.tables.changes.set(
        eventId,
        stored.flatMap((each) => change(each) ?? []),
      );
  }
}

function columnsOf({
  id,
  seq,
  ownerId,
  awaitingCredits,
  deletedAt,
}: EventState): Omit<EventRow, 'snapshot' | 'subjects' | 'resultsSeq'> {
  return { id, seq, ownerId, awaitingCredits, deletedAt };
}

function subjectsOf(event: EventState): readonly string[] {
  const admins = event.admins.map((admin) => (admin.kind === 'user' ? `user:${admin.userId}` : `email:${admin.email}`));
  return [...new Set([`user:${event.ownerId}`, ...admins])];
}

export function byEvent(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) found.set(change.eventId, [...(found.get(change.eventId) ?? []), change]);
  return found;
}
