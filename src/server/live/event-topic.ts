import type { Telling } from '../../domain/sights/views.ts';
import { isKnownKind, touches } from '../../domain/events/change-kinds.ts';
import { type Change, sinceOf } from '../../domain/model/changes.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { GuestKeys } from '../../protocol/live.ts';
import { SCREEN_KEY_PREFIX } from '../../protocol/screen-address.ts';
import type { LogHead } from '../storage/event-reads.ts';
import { type Connection, endSubscription } from './connection.ts';
import { createEventFrames, type EventFrames } from './event-frames.ts';
import { createFollowedLog, type FollowedLog, MOST_RESUMED } from './followed-log.ts';
import type { Frame } from './frame.ts';
import { createGapRepair } from './gap-repair.ts';
import { type EventSubscription, Followers, type PageAccess } from './followers.ts';
import { judgePage } from './judge-page.ts';
import { createKeyring, type KeyCheck } from './keyring.ts';
import { createPacer } from './pacer.ts';
import { sleep } from './timers.ts';
import type { TopicParts } from './topic-parts.ts';
import { forEachInTurns, SLICE } from './turns.ts';

/**
 * The pause only lets taps of the same moment travel together. A longer one is not needed: during a telling the next
 * changes gather by themselves, and more followers take longer.
 */
const FLUSH_MS = 5;
const GATHER_MS = 1;
const GATHER_MOST_MS = 100;
const WATCHING_MS = 2000;

export interface EventTopic {
  /** Sends the changes after a seq, or the whole, and everything from then on. Answers a code if it is refused. */
  follow(subscription: EventSubscription, after: number | null): Promise<ErrorCode | null>;
  leave(subscription: EventSubscription): void;
  take(changes: readonly Change[]): void;
  /** News that the log has come to this seq. */
  hint(seq: number): void;
  /** Subscriptions of followers and of readers on the way in. */
  readonly subscriptions: readonly EventSubscription[];
  /** Count of rewrites of the log when it was read; undefined until then. */
  readonly rewrites: number | undefined;
  /** A follower's session has changed: all are judged again. */
  recheck(): void;
  /** The key of a screen was withdrawn: its followers are turned away. The log says nothing of it. */
  screensChanged(): void;
  /** Whether a follower came with the key of a screen. */
  readonly hasScreens: boolean;
  /** Number of its followers. */
  readonly size: number;
  /** Length of the log; 0 until it is read. */
  readonly length: number;
  stop(): void;
}

interface Loaded {
  readonly log: FollowedLog;
  readonly frames: EventFrames;
  readonly head: Pick<LogHead, 'rewrites' | 'rewrittenSeq'>;
}

const neverRewritten = { rewrites: 0, rewrittenSeq: 0 };

interface LastSent {
  readonly telling: Telling;
  readonly after: number;
  readonly upTo: number;
  readonly frame: Frame | null;
}

/**
 * All that followers of one event are sent goes through here, in one order. Between a change of access and a follower's
 * judgement by it, that follower is sent nothing.
 */
export function createEventTopic(eventId: string, parts: TopicParts): EventTopic {
  const { reader, turns, timers } = parts;
  const followers = new Followers();
  const keyring = createKeyring(eventId, reader);
  const pacer = createPacer(tellFollowers, FLUSH_MS, parts);
  const repair = createGapRepair({
    log: parts.log,
    timers,
    known: () => loaded?.log.latestSeq ?? null,
    read(after) {
      parts.meter?.caughtUp();
      return reader.readChanges(eventId, after);
    },
    append: (changes) => append(changes),
  });
  let loaded: Loaded | undefined;
  /** The frame that the last follower was sent. */
  let last: LastSent | undefined;
  /**
   * Pages that apply changes and came back with a number: they may have fewer taps than changes are about, and ignore a
   * whole that is not later than theirs. They are sent the whole with the next change.
   */
  const partial = new WeakSet<Connection>();
  const arriving = new Set<EventSubscription>();
  let mustJudge = false;
  let keysRotated = false;
  let hasStopped = false;
  /** Schema version that a page must know to read the event. */
  let needs = 0;
  let isWatchingDue = false;
  let cancelWatching: (() => void) | undefined;
  let watchingToldAt = -Infinity;
  /** Time since which there are changes that followers do not have. */
  let untoldSince: number | undefined;
  let lastToldMs = 0;
  const loading = load();
  // Followers hear of a failure; without followers it is not an unhandled rejection.
  loading.catch(() => undefined);

  async function load(): Promise<Loaded | null> {
    // The head is read first: a log that is rewritten meanwhile is then read once too often, and not once too seldom.
    const head = (await reader.readHead?.(eventId)) ?? neverRewritten;
    const event = await reader.loadEvent(eventId, parts.address);
    if (event === null) return null;
    needs = event.needs;
    const log = createFollowedLog(event);
    loaded = { log, frames: createEventFrames(log, parts.frames), head };
    // Changes published during the read may be missing in it.
    repair.want(0);
    return loaded;
  }

  function append(changes: readonly Change[]): void {
    const unknown = changes.find(({ type }) => !isKnownKind(type));
    if (unknown !== undefined) return close(new UnknownChange(unknown));
    const taken = loaded?.log.append(changes) ?? [];
    const needed = Math.max(needs, ...taken.map((change) => sinceOf(change.type)));
    if (needed > needs || taken.some(changesAccess)) mustJudge = true;
    needs = needed;
    // A follower who arrives before the next telling must not get the names any more.
    if (taken.some((change) => touches(change, 'names'))) loaded!.log.advance(followers.leastSeq());
    if (taken.some(({ type }) => type === 'keys-rotated')) keysRotated = true;
    // The screens of an admin go with the admin.
    if (taken.some(({ type }) => type === 'keys-rotated' || type === 'admin-removed')) keyring.forget();
    if (taken.length > 0) {
      untoldSince ??= timers.now();
      pacer.wake();
    }
  }

  /** The state here lacks a change, and always will: no reader is shown it as if it were whole. */
  function close(error: UnknownChange): void {
    stop();
    parts.onUnreadable?.(error);
    for (const subscription of [...followers.all(), ...arriving]) endSubscription(subscription, 'unavailable');
  }

  /**
   * Telling a thousand followers takes longer than storing a hundred taps: taps that are being stored are waited for,
   * so that they travel together. Never longer than the last telling took; a tap by itself waits for nothing.
   */
  async function gather(): Promise<void> {
    // Answers to the commands that made these changes go first. Only then do those commands count as stored.
    await turns.next(Math.min(SLICE, followers.size));
    if (lastToldMs < GATHER_MS || parts.isStoring?.(eventId) !== true) return;
    const until = timers.now() + Math.min(lastToldMs, GATHER_MOST_MS);
    do await sleep(timers, GATHER_MS);
    while (timers.now() < until && parts.isStoring(eventId));
    await turns.next(Math.min(SLICE, followers.size));
  }

  async function tellFollowers(): Promise<void> {
    await gather();
    if (loaded === undefined) return;
    const startedAt = timers.now();
    const { log } = loaded;
    const since = untoldSince;
    untoldSince = undefined;
    log.advance(followers.leastSeq());
    await judgeAll(loaded);
    const watching = isWatchingDue
      ? parts.frames.build({ type: 'watching', eventId, count: followers.countWatching() })
      : null;
    if (isWatchingDue) watchingToldAt = timers.now();
    isWatchingDue = false;
    const end = followers.connections.length;
    for (let from = 0; from < end; from += SLICE) {
      const to = Math.min(from + SLICE, end);
      if (from > 0) await turns.next(to - from);
      if (mustJudge) {
        // Followers who were told already are behind again.
        log.advance(followers.leastSeq());
        pacer.wake();
        await judgeAll(loaded);
      }
      tellSlice(loaded, from, to, watching);
    }
    lastToldMs = timers.now() - startedAt;
    if (since !== undefined) parts.meter?.told(timers.now() - since, followers.size);
  }

  function tellSlice({ log, frames }: Loaded, from: number, to: number, watching: Frame | null): void {
    const { connections, accesses, seqs } = followers;
    const { seq } = log.told;
    for (let index = from; index < to; index += 1) {
      const connection = connections[index]!;
      const access = accesses[index]!;
      if (connection === null || access === null) continue;
      const after = seqs[index]!;
      if (after < seq) {
        sendMissing(frames, connection, access, after, seq);
        seqs[index] = seq;
      }
      if (watching !== null) connection.write(watching);
    }
  }

  function sendMissing(
    frames: EventFrames,
    connection: Connection,
    access: PageAccess,
    after: number,
    seq: number,
  ): void {
    const { telling, seesKeys } = access;
    if (telling === 'plain' && partial.delete(connection)) return writeWhole(connection, frames, telling, undefined);
    // Nearly all followers get the frame of the one before: it is not even looked up again.
    if (last?.upTo !== seq || last.telling !== telling || last.after !== after) {
      last = { upTo: seq, telling, after, frame: frames.since(telling, after) };
    }
    if (last.frame === null) writeWhole(connection, frames, telling, seesKeys ? keyring.last : undefined);
    else connection.write(last.frame);
  }

  async function judgeAll(event: Loaded): Promise<void> {
    while (mustJudge) {
      const isRotated = keysRotated;
      // Reset before the wait: changes meanwhile must be judged once more.
      mustJudge = false;
      keysRotated = false;
      try {
        const check = await keyring.open();
        await forEachInTurns(turns, followers.all(), (follower) => judge(event, follower, check, isRotated));
      } catch (error) {
        // Judging stays due, and until it is done nothing is sent.
        mustJudge = true;
        keysRotated ||= isRotated;
        throw error;
      }
    }
  }

  function judge({ log, frames }: Loaded, follower: EventSubscription, check: KeyCheck, isRotated: boolean): void {
    if (follower.hasEnded) return;
    const verdict = judgePage(follower, check, log.latest);
    if (!verdict.ok) return turnAway(follower, verdict.error);
    const former = followers.accessOf(follower);
    const { role, telling, seesKeys } = verdict.value;
    if (role === former?.role && !(seesKeys && isRotated)) return followers.allow(follower, verdict.value);
    writeWhole(follower.connection, frames, telling, seesKeys ? check.keys : undefined);
    followers.put(follower, verdict.value, log.told.seq);
  }

  /** A follower who could see a deleted event stays, and sees it again as soon as it is brought back. */
  function turnAway(subscription: EventSubscription, code: ErrorCode): void {
    if (code !== 'event-deleted') return endSubscription(subscription, code);
    const isTold = followers.has(subscription) && followers.accessOf(subscription) === null;
    followers.put(subscription, null, 0);
    if (!isTold) subscription.connection.send({ type: 'gone', topic: subscription.topic, code });
  }

  async function arrive(subscription: EventSubscription, after: number | null): Promise<ErrorCode | null> {
    const event = await loading;
    if (event === null) {
      endSubscription(subscription, 'event-not-found');
      return 'event-not-found';
    }
    for (let isPrepared = after === null; ; isPrepared = true) {
      const check = await keyring.open();
      if (subscription.hasEnded) return null;
      const verdict = judgePage(subscription, check, event.log.latest);
      if (!verdict.ok) {
        turnAway(subscription, verdict.error);
        return verdict.error;
      }
      if (isPrepared) {
        // No `await` from here on: a change between the answer and the joining would be lost.
        followers.put(subscription, verdict.value, answer(event, subscription, verdict.value, after, check));
        watchingChanged();
        return null;
      }
      await prepareResume(event.log, after!);
    }
  }

  /**
   * A reader may have heard changes from another node that are not here yet, or have been away for longer than is kept
   * here.
   */
  async function prepareResume(log: FollowedLog, after: number): Promise<void> {
    await repair.reach(after);
    if (log.told.seq - after > MOST_RESUMED || log.since(after) !== null) return;
    log.remember(await reader.readChanges(eventId, Math.max(0, log.told.seq - MOST_RESUMED)));
  }

  /** Returns the seq up to which the reader has everything now. */
  function answer(
    { log, frames, head }: Loaded,
    { connection, sights }: EventSubscription,
    { sight, telling, seesKeys }: PageAccess,
    after: number | null,
    { keys }: KeyCheck,
  ): number {
    // Only the whole carries keys, and only there do admins learn of new ones.
    const mayResume =
      after !== null &&
      after <= log.latestSeq &&
      sights?.includes(sight) !== false &&
      // A page with a state from before the rewrite has the names of people who are gone.
      (head.rewrites === 0 || after > head.rewrittenSeq) &&
      !(seesKeys && log.since(after)?.some(changesAccess));
    const isPlain = telling === 'plain';
    if (isPlain && mayResume && after >= log.told.seq) partial.add(connection);
    else partial.delete(connection);
    const missing = mayResume && (!isPlain || partial.has(connection)) ? frames.since(telling, after) : null;
    if (missing === null) writeWhole(connection, frames, telling, seesKeys ? keys : undefined);
    else connection.write(missing);
    return missing === null ? log.told.seq : Math.max(after!, log.told.seq);
  }

  function watchingChanged(): void {
    if (cancelWatching !== undefined || hasStopped) return;
    const wait = Math.max(0, watchingToldAt + WATCHING_MS - timers.now());
    cancelWatching = timers.after(wait, () => {
      cancelWatching = undefined;
      isWatchingDue = true;
      pacer.wake();
    });
  }

  function stopWhenIdle(): void {
    if (followers.size === 0 && arriving.size === 0 && !hasStopped) parts.onIdle();
  }

  function stop(): void {
    hasStopped = true;
    pacer.stop();
    repair.stop();
    cancelWatching?.();
  }

  return {
    async follow(subscription, after) {
      arriving.add(subscription);
      try {
        return await arrive(subscription, after);
      } finally {
        arriving.delete(subscription);
        stopWhenIdle();
      }
    },
    leave(subscription) {
      if (followers.delete(subscription)) watchingChanged();
      stopWhenIdle();
    },
    take(changes) {
      append(changes);
      repair.want(changes.at(-1)?.seq ?? 0);
    },
    hint: (seq) => repair.want(seq),
    get subscriptions() {
      return [...followers.all(), ...arriving];
    },
    get rewrites() {
      return loaded?.head.rewrites;
    },
    recheck() {
      mustJudge = true;
      pacer.wake();
    },
    screensChanged() {
      keyring.forget();
      mustJudge = true;
      pacer.wake();
    },
    get hasScreens() {
      return followers.all().some(({ key }) => key?.startsWith(SCREEN_KEY_PREFIX) === true);
    },
    get size() {
      return followers.size;
    },
    get length() {
      return loaded?.log.latestSeq ?? 0;
    },
    stop,
  };
}

function writeWhole(connection: Connection, frames: EventFrames, telling: Telling, keys: GuestKeys | undefined): void {
  for (const frame of frames.whole(telling, keys)) connection.write(frame);
}

const changesAccess = (change: Change): boolean => touches(change, 'access');
