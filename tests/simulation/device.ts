import type { GuestKey, LiveSocket, SyncPorts, SyncStorage, Transport } from '../../src/client/sync/ports.ts';
import { createSyncClient, type SyncClient } from '../../src/client/sync/sync-client.ts';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { RacerCommandBody } from '../../src/domain/racers/library.ts';
import type { Viewer } from '../../src/protocol/account.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { WrongClock } from './device-clock.ts';
import { createDisk, createDiskStorage, type Disk, DiskArm } from './device-disk.ts';
import { createTransport } from './device-transport.ts';
import type { Journal, Recorded } from './journal.ts';
import type { Link } from './network.ts';
import type { Person, Sessions } from './people.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Reads } from './server-reads.ts';

export interface DeviceParts {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly link: Link;
  readonly sessions: Sessions;
  readonly journal: Journal;
  readonly reads: Reads;
  /** The place where planted mistakes wrap the storage. */
  readonly wrapStorage: (storage: SyncStorage, disk: Disk) => SyncStorage;
  readonly wrapTransport: (transport: Transport, storage: SyncStorage, tab: Tab) => Transport;
}

/** A page of the app: the real sync client, over ports that this world owns. */
export class Tab {
  readonly device: Device;
  readonly person: Person | null;
  readonly sync: SyncClient;
  isAlive = true;
  readonly hear = new Set<(signal: 'visible' | 'online') => void>();
  readonly hearTabs = new Set<(userId: string) => void>();
  readonly sockets = new Set<LiveSocket>();

  constructor(device: Device, portsOf: (tab: Tab) => SyncPorts) {
    this.device = device;
    this.person = device.person;
    this.sync = createSyncClient(portsOf(this), viewerOf(this.person));
  }
}

/** A phone: one disk, one clock, one link to the server, and pages that open and close. */
export class Device {
  readonly name: string;
  readonly disk: Disk = createDisk();
  readonly clock: WrongClock;
  readonly arm: DiskArm;
  readonly link: Link;
  readonly tabs = new Set<Tab>();
  /** The events that its user follows, with the key of the link. */
  readonly follows = new Map<string, GuestKey | undefined>();
  person: Person | null = null;
  token: string | null = null;
  powerCuts = 0;
  wakesAt = 0;
  /** Racers that any user of this device has deleted. */
  readonly deletedRacers: string[] = [];
  private readonly parts: DeviceParts;
  private lockHolder: Tab | null = null;
  private lastId = '';

  constructor(parts: DeviceParts) {
    this.parts = parts;
    this.name = parts.name;
    this.link = parts.link;
    this.clock = new WrongClock(parts.scheduler, parts.random);
    this.arm = new DiskArm(parts.scheduler, parts.random, parts.name);
  }

  /** Replaces the cookie. */
  signIn(person: Person | null): void {
    this.person = person;
    this.token = person === null ? null : this.parts.sessions.open(person);
  }

  openTab(): Tab {
    if (this.tabs.size === 0) this.clock.load();
    const tab = new Tab(this, (page) => this.portsOf(page));
    this.tabs.add(tab);
    tab.sync.start();
    for (const [eventId, key] of this.follows) tab.sync.followEvent(eventId, key);
    return tab;
  }

  /** Ends the page at once, without a clean close. */
  closeTab(tab: Tab): void {
    tab.isAlive = false;
    this.tabs.delete(tab);
    if (this.lockHolder === tab) this.lockHolder = null;
    // Otherwise the server's end stays half open, until it notices the silence.
    if (this.parts.random.chance(0.6)) for (const socket of tab.sockets) socket.close();
  }

  /** Loses everything that was not on disk. */
  cutPower(): void {
    this.powerCuts += 1;
    for (const tab of this.tabs) this.closeTab(tab);
  }

  signal(signal: 'visible' | 'online'): void {
    for (const tab of this.tabs) for (const hear of Array.from(tab.hear)) hear(signal);
  }

  follow(eventId: string, key?: GuestKey): void {
    this.follows.set(eventId, key);
    for (const tab of this.tabs) tab.sync.followEvent(eventId, key);
  }

  recordForEvent(tab: Tab, eventId: string, body: EventCommandBody): void {
    const captured = this.clock.read();
    const recording = tab.sync.recordForEvent(eventId, body, captured);
    this.keep(tab, { ...body, eventId, id: this.lastId, deviceId: '', captured } as Command, recording);
  }

  recordForRacer(tab: Tab, racerId: string, body: RacerCommandBody): void {
    const captured = this.clock.read();
    if (body.type === 'racer.delete') this.deletedRacers.push(racerId);
    const recording = tab.sync.recordForRacer(racerId, body, captured);
    this.keep(tab, { ...body, racerId, id: this.lastId, deviceId: '', captured }, recording);
  }

  /**
   * A command is recorded in the journal when it is made: the disk and the server may have it before the page is told.
   */
  private keep(tab: Tab, command: Command, recording: Promise<{ command: Command; isDurable: boolean }>): void {
    const { journal, scheduler } = this.parts;
    const made: Recorded = {
      command,
      person: tab.person!,
      device: this.name,
      trueTime: scheduler.now,
      isSteady: this.clock.isSteady,
      isConfirmed: false,
      captured: { ...command.captured },
    };
    journal.operations += 1;
    journal.recorded.set(command.id, made);
    void recording.then(({ isDurable }) => {
      if (tab.isAlive && isDurable) made.isConfirmed = true;
    });
  }

  private portsOf(tab: Tab): SyncPorts {
    const { scheduler, random, journal } = this.parts;
    const page = { isAlive: () => tab.isAlive, powerCuts: () => this.powerCuts };
    const storage = this.parts.wrapStorage(createDiskStorage(this.disk, this.arm, page), this.disk);
    const transport = createTransport(this.parts, this, tab);
    return {
      storage,
      transport: this.parts.wrapTransport(transport, storage, tab),
      clock: { read: () => this.clock.read() },
      timers: { after: (ms, run) => this.timer(tab, ms, run) },
      lock: {
        run: async (task, { steal }) => {
          if (this.lockHolder !== null && this.lockHolder !== tab && !steal) return false;
          this.lockHolder = tab;
          await task();
          if (this.lockHolder === tab) this.lockHolder = null;
          return true;
        },
      },
      tabs: {
        announce: (userId) => {
          for (const other of this.tabs) {
            if (other === tab) continue;
            scheduler.after(random.between(0, 20), `${this.name} tabs`, () => {
              if (other.isAlive) for (const hear of Array.from(other.hearTabs)) hear(userId);
            });
          }
        },
        listen: (hear) => {
          tab.hearTabs.add(hear);
          return () => void tab.hearTabs.delete(hear);
        },
      },
      signals: {
        listen: (hear) => {
          tab.hear.add(hear);
          return () => void tab.hear.delete(hear);
        },
      },
      ids: {
        make: () => {
          this.lastId = random.uuid();
          journal.madeIds.set(this.lastId, this.name);
          return this.lastId;
        },
      },
      random: () => random.next(),
      log: () => {},
    };
  }

  /** Timers of a sleeping device fire when it wakes. */
  private timer(tab: Tab, ms: number, run: () => void): () => void {
    const { scheduler } = this.parts;
    let callOff = (): void => {};
    const fire = (): void => {
      if (!tab.isAlive) return;
      const rest = this.wakesAt - scheduler.now;
      if (rest > 0) callOff = scheduler.after(rest, `${this.name} timer`, fire);
      else run();
    };
    callOff = scheduler.after(ms, `${this.name} timer`, fire);
    return () => callOff();
  }
}

function viewerOf(person: Person | null): Viewer {
  if (person === null) return { kind: 'nobody' };
  const { userId, isAnonymous, verifiedEmail, name } = person;
  if (isAnonymous) return { kind: 'anonymous', userId };
  const email = verifiedEmail ?? '';
  return { kind: 'user', userId, name, username: name, email, emailVerified: email !== '', credits: 0 };
}
