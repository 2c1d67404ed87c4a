import type { ClockObservation } from '../../src/domain/timing/clock.ts';
import type { CachedEvent, GuestKey, OutboxRow, SyncStorage } from '../../src/client/sync/ports.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** The content of a device's disk, which outlives every page. */
export interface Disk {
  deviceId: string | null;
  readonly rows: Map<string, OutboxRow>;
  order: number;
  readonly events: Map<string, CachedEvent>;
  readonly accounts: Map<string, AccountSnapshot>;
  observations: readonly ClockObservation[];
  readonly guestKeys: Map<string, GuestKey>;
  readonly guests: Set<string>;
}

export function createDisk(): Disk {
  return {
    deviceId: null,
    rows: new Map(),
    order: 0,
    events: new Map(),
    accounts: new Map(),
    observations: [],
    guestKeys: new Map(),
    guests: new Set(),
  };
}

/** The queue of a disk: operations run in the order of their calls. */
export class DiskArm {
  private busyUntil = 0;
  private readonly scheduler: Scheduler;
  private readonly random: Random;
  private readonly name: string;
  /** The probability that a write fails. */
  failing = 0;

  constructor(scheduler: Scheduler, random: Random, name: string) {
    this.scheduler = scheduler;
    this.random = random;
    this.name = name;
  }

  /**
   * Runs an operation as a whole or not at all. A page that dies meanwhile gets no answer; whether the operation was
   * done is then random, except after a power cut: then it was not.
   */
  do<Value>(page: Page, what: string, work: () => Value): Promise<Value> {
    const { scheduler, random } = this;
    const took = random.chance(0.03) ? random.between(20, 900) : random.between(0.1, 6);
    this.busyUntil = Math.max(this.busyUntil, scheduler.now) + took;
    const power = page.powerCuts();
    return new Promise((resolve, reject) => {
      scheduler.after(this.busyUntil - scheduler.now, `${this.name} disk ${what}`, () => {
        if (power !== page.powerCuts()) return;
        if (!page.isAlive()) {
          if (random.chance(0.5)) work();
          return;
        }
        if (random.chance(this.failing)) return reject(new Error('The disk is full'));
        const value = work();
        // The write is on disk; the page may still not be told.
        if (random.chance(0.8)) resolve(value);
        else
          scheduler.after(
            random.between(0.1, 30),
            `${this.name} disk told`,
            () => void (page.isAlive() && resolve(value)),
          );
      });
    });
  }
}

/** The disk's view of a page of the app. */
export interface Page {
  isAlive(): boolean;
  powerCuts(): number;
}

export function createDiskStorage(disk: Disk, arm: DiskArm, page: Page): SyncStorage {
  const eventKey = (userId: string, eventId: string): string => `${userId} ${eventId}`;
  function saveEvent(userId: string, cached: CachedEvent): void {
    const key = eventKey(userId, cached.event.id);
    const known = disk.events.get(key);
    if (known === undefined || known.event.seq <= cached.event.seq) disk.events.set(key, cached);
  }
  return {
    isDurable: true,
    deviceId: (make) => arm.do(page, 'device id', () => (disk.deviceId ??= make())),
    addRows: (userId, commands) =>
      arm.do(page, 'add rows', () =>
        commands.map((command) => {
          const known = disk.rows.get(command.id);
          if (known !== undefined) return known;
          disk.order += 1;
          const row: OutboxRow = { command, userId, order: disk.order, state: 'pending', schema: SCHEMA_VERSION };
          disk.rows.set(command.id, row);
          return row;
        }),
      ),
    listRows: (userId) =>
      arm.do(page, 'list rows', () =>
        [...disk.rows.values()]
          .filter((row) => row.userId === userId)
          .toSorted((one, other) => one.order - other.order),
      ),
    refuseRow: (commandId, code) =>
      arm.do(page, 'refuse row', () => {
        const row = disk.rows.get(commandId);
        if (row !== undefined) disk.rows.set(commandId, { ...row, state: 'refused', code });
      }),
    settle: ({ userId, remove, events, left = [] }) =>
      arm.do(page, 'settle', () => {
        for (const eventId of left) disk.guestKeys.delete(eventId);
        for (const id of remove) disk.rows.delete(id);
        for (const cached of events) saveEvent(userId, cached);
      }),
    dismissRow: (commandId) =>
      arm.do(page, 'dismiss row', () => {
        if (disk.rows.get(commandId)?.state === 'refused') disk.rows.delete(commandId);
      }),
    rememberGuest: (userId) => arm.do(page, 'remember guest', () => void disk.guests.add(userId)),
    adoptGuests: (userId) =>
      arm.do(page, 'adopt guests', () => {
        for (const [id, row] of disk.rows) if (disk.guests.has(row.userId)) disk.rows.set(id, { ...row, userId });
      }),
    saveEvent: (userId, cached) => arm.do(page, 'save event', () => saveEvent(userId, cached)),
    readEvent: (userId, eventId) => arm.do(page, 'read event', () => disk.events.get(eventKey(userId, eventId))),
    listStaleEvents: () => arm.do(page, 'list stale events', () => []),
    forgetEvent: (userId, eventId) =>
      arm.do(page, 'forget event', () => void disk.events.delete(eventKey(userId, eventId))),
    saveAccount: (userId, account) => arm.do(page, 'save account', () => void disk.accounts.set(userId, account)),
    readAccount: (userId) => arm.do(page, 'read account', () => disk.accounts.get(userId)),
    forgetCaches: (userId) =>
      arm.do(page, 'forget caches', () => {
        disk.accounts.delete(userId);
        for (const key of Array.from(disk.events.keys())) if (key.startsWith(`${userId} `)) disk.events.delete(key);
      }),
    listObservations: () => arm.do(page, 'list observations', () => disk.observations),
    changeObservations: (add, drop) =>
      arm.do(page, 'change observations', () => {
        const isDropped = (one: ClockObservation): boolean => drop.some((other) => isSame(one, other));
        disk.observations = [...disk.observations.filter((one) => !isDropped(one)), ...add];
      }),
    saveGuestKey: (eventId, key) => arm.do(page, 'save guest key', () => void disk.guestKeys.set(eventId, key)),
    listGuestKeys: () => arm.do(page, 'list guest keys', () => new Map(disk.guestKeys)),
  };
}

function isSame(one: ClockObservation, other: ClockObservation): boolean {
  return (
    one.common === other.common &&
    one.reading.origin === other.reading.origin &&
    one.reading.monotonic === other.reading.monotonic
  );
}
