import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/can.ts';
import { sightsOf } from '../../domain/sights/sights-of.ts';
import type { EventCommand, EventCommandBody } from '../../domain/events/commands.ts';
import type { RacerCommandBody } from '../../domain/racers/library.ts';
import type { Reading } from '../../domain/timing/clock.ts';
import type { Viewer } from '../../protocol/account.ts';
import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command, CommandAnswers, RacerCommand } from '../../protocol/commands.ts';
import type { ServerMessage, SharedGroup } from '../../protocol/live.ts';
import { createAccountLoader } from './account-loader.ts';
import { createAccountStore, type ShownAccount } from './account-store.ts';
import { type ClockSync, createClockSync } from './clock-sync.ts';
import { eventIdsOf, isCreation, type NewCommand, shownCommands } from './command-subjects.ts';
import { confirmAnswers } from './confirm-answers.ts';
import { createEventLoader } from './event-loader.ts';
import { createEventStore, type ShownEvent } from './event-store.ts';
import { createFollowedEvents } from './followed-events.ts';
import { createFollowedGroups } from './followed-groups.ts';
import { createHeldKeys } from './held-keys.ts';
import { createLiveLink } from './live-link.ts';
import { createObserved, type Observable } from './observable.ts';
import { mergeChanges } from './merge-changes.ts';
import { createOutbox } from './outbox.ts';
import type { Answer, CommandBatch, GuestKey, OutboxRow, SyncPorts } from './ports.ts';
import { renewStale } from './renew-stale.ts';
import { withPending } from './shown-event.ts';
import { listRefused, readSending, type SyncStatus } from './sync-status.ts';

export interface Recorded<Recorded extends Command = Command> {
  readonly command: Recorded;
  /** True: the command is on disk. False: this device cannot store it, and it lives only as long as the page. */
  readonly isDurable: boolean;
}

/** The sync client of one user: switching accounts stops one and starts another, and rows stay with their user. */
export interface SyncClient {
  readonly status: Observable<SyncStatus>;
  readonly account: Observable<ShownAccount>;
  readonly clock: Pick<ClockSync, 'quality' | 'now' | 'place' | 'stampFromEvent'>;
  start(): void;
  stop(): void;
  makeId(): string;
  /** Empty until the id has been read. */
  deviceId(): string;
  recordForEvent(eventId: string, body: EventCommandBody, captured?: Reading): Promise<Recorded<EventCommand>>;
  /** Several commands with one reading, by one write to the disk: all of them are kept or none. */
  recordTogether(eventId: string, bodies: readonly NewCommand[], captured?: Reading): Promise<readonly string[]>;
  recordForRacer(racerId: string, body: RacerCommandBody, captured?: Reading): Promise<Recorded<RacerCommand>>;
  event(eventId: string): Observable<ShownEvent>;
  /** Keeps an event up to date until the returned function is called. */
  followEvent(eventId: string, key?: GuestKey): () => void;
  /** Resolves when the key of a guest link is on disk, so that a reload works without it in the address. */
  holdGuestKey(eventId: string, key: GuestKey): Promise<void>;
  /** Null until the server has answered. */
  group(groupId: string): Observable<SharedGroup | null>;
  followGroup(groupId: string): () => void;
  /** Ids of this user's commands that the server has neither taken nor refused. */
  waitingIds(): ReadonlySet<string>;
  /** Takes a refused row off the list. A waiting one stays. */
  dismiss(commandId: string): Promise<void>;
  /** All rows of this user that wait or were refused, as the text of a JSON file. */
  exportWaiting(): Promise<string>;
  /** False while a row waits that would be lost with the page. */
  mayCloseSafely(): boolean;
  unsyncedFor(userId: string): Promise<number>;
  /** Called after a logout: the caches of this user are removed, waiting rows stay. */
  forgetCaches(): Promise<void>;
}

const DRAIN_EVERY_MS = 30_000;

export function createSyncClient(ports: SyncPorts, viewer: Viewer): SyncClient {
  const { storage, transport, timers, tabs, signals, ids, log } = ports;
  const userId = viewer.kind === 'nobody' ? '' : viewer.userId;
  const guestKeys = createHeldKeys(ports);
  /** Commands that are accepted and merged, while their rows are still being removed. */
  const merged = new Set<string>();
  const creating = new Set<string>();
  let isLeaving = false;
  const stops: (() => void)[] = [];
  let isStopped = false;
  let deviceId = '';
  let starting: Promise<void> | null = null;
  const person: Omit<Actor, 'key'> = {
    userId: viewer.kind === 'nobody' ? null : viewer.userId,
    isAnonymous: viewer.kind === 'anonymous',
    verifiedEmail: viewer.kind === 'user' && viewer.emailVerified ? viewer.email.toLowerCase() : null,
  };
  const status = createObserved<SyncStatus>({
    unsynced: 0,
    needsAttention: [],
    connection: 'connecting',
    isDurable: storage.isDurable,
    mustSignIn: false,
    failure: null,
  });
  const setStatus = (change: Partial<SyncStatus>) => status.set({ ...status.getSnapshot(), ...change });

  const link = createLiveLink({
    ports,
    onOpen: followAll,
    onMessage: hear,
    onConnection: (connection) => setStatus({ connection }),
    poll,
  });
  const clock = createClockSync(ports, link.exchangeClock);
  const store = createEventStore({
    actorOf: (eventId) => ({ ...person, key: guestKeys.of(eventId)?.kind ?? null }),
    withPending: withPending(clock.place),
    mergeChanges,
  });
  const account = createAccountStore({
    actor: () => ({ ...person, key: null }),
    place: clock.place,
    shownEvent: (eventId) => store.read(eventId).getSnapshot().event,
  });
  const aboutEvents = { isBeingCreated, lacksKeys, sightsOf };
  const loader = createEventLoader({
    ports,
    userId,
    store,
    keyOf: guestKeys.of,
    ...aboutEvents,
    hasPending: (eventId) => eventIdsOf(pendingCommands()).includes(eventId),
    isFollowed: (eventId) => followed.has(eventId),
    onRegained: (eventId) => followed.follow(eventId),
  });
  const accountLoader = createAccountLoader({ ports, userId, account, link });
  const followed = createFollowedEvents({
    store,
    loader,
    link,
    timers,
    keyOf: (eventId) => guestKeys.of(eventId)?.key,
    ...aboutEvents,
  });
  const groups = createFollowedGroups(transport, link);
  const outbox = createOutbox({
    ports: { ...ports, transport: { ...transport, sendCommands } },
    userId,
    attach: async (commands) => ({
      observations: await clock.observationsFor(commands),
      keys: guestKeys.forCommands(commands),
    }),
    async confirm(accepted, commands) {
      const created = new Set(commands.filter(isCreation).map(({ id }) => id));
      const lost = followed.lost();
      const confirmation = await confirmAnswers(accepted, commands, {
        store,
        loader,
        account,
        refreshAccount: accountLoader.refresh,
        isLive: link.isOpen,
      });
      for (const id of confirmation.settled) merged.add(id);
      showPending();
      accountLoader.saveSoon();
      for (const { event } of confirmation.events) {
        // An event can be followed only once the server knows it. Who becomes an admin by the answer, before the socket tells the
        // same, asks for the keys of the links.
        const isCreated = accepted.some(({ id, changes }) => created.has(id) && changes[0]?.eventId === event.id);
        if (isCreated || lacksKeys(event.id)) followed.follow(event.id);
      }
      // The server took commands of lost events, so perhaps it lets this viewer see them again.
      lost.forEach(followed.follow);
      return confirmation;
    },
    onRows: showRows,
  });

  function isBeingCreated(eventId: string): boolean {
    return pendingCommands().some((command) => isCreation(command) && command.eventId === eventId);
  }

  /** An admin who has just created an event, or rotated its keys, may see the keys and has none. */
  function lacksKeys(eventId: string): boolean {
    const known = store.confirmed(eventId);
    return known !== null && known.keys === undefined && can({ ...person, key: null }, 'seeKeys', known.event);
  }

  async function sendCommands(batch: CommandBatch): Answer<CommandAnswers> {
    const answer = await transport.sendCommands(batch);
    const { failure, mustSignIn } = readSending(answer);
    const before = status.getSnapshot();
    if (failure !== before.failure || mustSignIn !== before.mustSignIn) setStatus({ mustSignIn, failure });
    return answer;
  }

  function showRows(rows: readonly OutboxRow[]): void {
    const waiting = new Set(rows.map(({ command }) => command.id));
    for (const id of merged) if (!waiting.has(id)) merged.delete(id);
    showPending();
    if (rows.some(({ command }) => command.type === 'admin.leave')) isLeaving = true;
    else if (isLeaving) {
      isLeaving = false;
      void refreshKeys();
    }
    setStatus({
      unsynced: rows.filter(({ state }) => state === 'pending').length,
      needsAttention: listRefused(rows, status.getSnapshot().needsAttention),
      isDurable: storage.isDurable && outbox.isAllStored(),
    });
    void loadPending();
    followCreated(rows);
  }

  /** An event can be followed once its creation has reached the server, whichever tab sent it. */
  function followCreated(rows: readonly OutboxRow[]): void {
    const pending = rows.flatMap(({ command, state }) => (state === 'pending' && isCreation(command) ? [command] : []));
    const still = new Set(pending.map(({ eventId }) => eventId));
    for (const eventId of creating) {
      if (still.has(eventId)) continue;
      creating.delete(eventId);
      void loader.reload(eventId).then(() => followed.follow(eventId));
    }
    for (const eventId of still) creating.add(eventId);
  }

  function pendingCommands(): Command[] {
    return shownCommands(outbox.rows()).filter(({ id }) => !merged.has(id));
  }

  function showPending(): void {
    const pending = pendingCommands();
    store.setPending(pending.filter(isEventCommand));
    account.setPending(pending);
  }

  /** Waiting commands are shown on the cached state of their event. */
  async function loadPending(): Promise<void> {
    await Promise.all(eventIdsOf(pendingCommands()).map(loader.load));
    account.setPending(pendingCommands());
  }

  function followAll(): void {
    if (viewer.kind === 'user') accountLoader.follow();
    followed.followAll();
    groups.followAll();
    outbox.drain('now');
    void clock.measure();
    void renewStale(ports, userId, loader);
  }

  function hear(message: ServerMessage): void {
    if (groups.hear(message)) return;
    if (!account.hear(message)) return followed.hear(message);
    accountLoader.noteNews();
    const listed = new Set(account.confirmed()?.events.map(({ id }) => id));
    for (const eventId of followed.lost()) if (listed.has(eventId)) followed.follow(eventId);
  }

  async function poll(): Promise<boolean> {
    const account = viewer.kind === 'user' ? accountLoader.refresh() : true;
    const [hasEvents, hasAccount] = await Promise.all([followed.refillAll(), account, groups.refillAll()]);
    return hasEvents && hasAccount;
  }

  async function begin(): Promise<void> {
    try {
      deviceId = await storage.deviceId(ids.make);
      await guestKeys.load();
      if (viewer.kind === 'anonymous') await storage.rememberGuest(userId);
      if (viewer.kind === 'user') await storage.adoptGuests(userId);
      await accountLoader.load();
    } catch (error) {
      log('This device could not be read', { error });
      deviceId ||= ids.make();
    }
    await outbox.refresh();
    store.showAgain();
  }

  const ready = (): Promise<void> => (starting ??= begin());

  async function hearOtherTab(): Promise<void> {
    // First the states that confirmed rows led to, then their removal: no tap leaves the screen in between.
    const shown = new Set([...followed.ids(), ...eventIdsOf(pendingCommands())]);
    await Promise.all([...shown].map(loader.reload));
    for (const eventId of followed.ids()) if (lacksKeys(eventId)) followed.follow(eventId);
    await outbox.refresh();
    outbox.drain('when-due');
    await refreshKeys();
  }

  /** A viewer who has left an event follows it no longer by the key of its link; one who was let in again does. */
  async function refreshKeys(): Promise<void> {
    for (const eventId of await guestKeys.refresh().catch(() => [])) {
      store.showAgain(eventId);
      followed.follow(eventId);
    }
  }

  function holdGuestKey(eventId: string, key: GuestKey): Promise<void> {
    const held = guestKeys.hold(eventId, key);
    store.showAgain(eventId);
    return held;
  }

  function drainRegularly(): void {
    stops[0] = timers.after(DRAIN_EVERY_MS, () => {
      outbox.drain('when-due');
      drainRegularly();
    });
  }

  async function record<Kind extends Command>(make: () => readonly Kind[]): Promise<Recorded<Kind>[]> {
    if (viewer.kind === 'nobody') throw new Error('Nobody is signed in: there is nobody whose command this could be.');
    await ready();
    const commands = make();
    const isDurable = await outbox.record(...commands);
    return commands.map((command) => ({ command, isDurable }));
  }

  return {
    status,
    account,
    clock,
    start() {
      stops.push(
        signals.listen(() => {
          outbox.drain('now');
          link.wake();
          void refreshKeys().then(() => followed.lost().forEach(followed.follow));
          void clock.measure();
        }),
        tabs.listen((other) => {
          if (other === userId) void hearOtherTab();
        }),
      );
      drainRegularly();
      void ready().then(() => {
        if (isStopped) return;
        outbox.drain('now');
        link.start();
        void clock.start().then(() => store.showAgain());
      });
    },
    stop() {
      isStopped = true;
      for (const stop of stops) stop();
      accountLoader.stop();
      link.stop();
      clock.stop();
      loader.stop();
      outbox.stop();
    },
    makeId: ids.make,
    deviceId: () => deviceId,
    async recordForEvent(eventId, body, captured = ports.clock.read()) {
      const id = ids.make();
      const [recorded] = await record(() => [{ ...body, id, eventId, deviceId, captured } as EventCommand]);
      return recorded!;
    },
    async recordTogether(eventId, bodies, captured = ports.clock.read()) {
      const made = bodies.map((body) => ({ ...body, id: body.id ?? ids.make() }));
      await record(() => made.map((body) => ({ ...body, eventId, deviceId, captured }) as EventCommand));
      return made.map(({ id }) => id);
    },
    async recordForRacer(racerId, body, captured = ports.clock.read()) {
      const id = ids.make();
      const [recorded] = await record(() => [{ ...body, id, racerId, deviceId, captured } as RacerCommand]);
      return recorded!;
    },
    event: store.read,
    followEvent(eventId, key) {
      const isFirst = followed.add(eventId);
      if (key !== undefined) void holdGuestKey(eventId, key);
      if (isFirst || key !== undefined) {
        void ready()
          .then(() => loader.load(eventId))
          .then(() => followed.follow(eventId));
      }
      let isOver = false;
      return () => {
        if (!isOver) followed.remove(eventId);
        isOver = true;
      };
    },
    holdGuestKey,
    group: groups.read,
    followGroup: groups.follow,
    waitingIds: () => new Set(shownCommands(outbox.rows()).map(({ id }) => id)),
    dismiss: outbox.dismiss,
    async exportWaiting() {
      await ready();
      await outbox.refresh();
      const rows = outbox.rows().map(({ command, state, code }) => ({ command, state, ...(code && { code }) }));
      const observations = await clock.observationsFor(rows.map(({ command }) => command));
      return JSON.stringify({ format: 'pushoff-waiting-1', userId, deviceId, rows, observations }, null, 2);
    },
    mayCloseSafely: outbox.isAllStored,
    async unsyncedFor(otherId) {
      const rows = otherId === userId ? outbox.rows() : await storage.listRows(otherId);
      return rows.filter(({ state }) => state === 'pending').length;
    },
    forgetCaches: () => storage.forgetCaches(userId),
  };
}
