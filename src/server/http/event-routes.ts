import { Hono } from 'hono';
import { can, hasAccount } from '../../domain/access/can.ts';
import { viewTap } from '../../domain/privacy/hidden.ts';
import { hasHiddenTeams } from '../../domain/results/read-teams.ts';
import { touchedSince } from '../../domain/events/touched-racers.ts';
import { frameOf } from '../../domain/sights/public-rows.ts';
import { type Sight, type Telling, viewChange, viewChanges } from '../../domain/sights/views.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import type { EventState, Tap } from '../../domain/model/state.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { EventHistory } from '../../protocol/event-reads.ts';
import type { AccountSnapshot } from '../../protocol/live.ts';
import { api } from '../../protocol/routes.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION, schemaIn } from '../../protocol/schema-version.ts';
import { isStorable } from '../../protocol/storable.ts';
import { judgeReader, tellingOf } from '../access/judge-reader.ts';
import type { Sender } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import type { Lane } from '../reads/lane.ts';
import { type SharedWork, shareNextWork } from '../reads/shared-work.ts';
import { readChanges } from '../storage/command-store.ts';
import { readEventPeople } from '../storage/event-people.ts';
import { listEvents, listRacers, readHistory, readSharedGroup } from '../storage/event-reads.ts';
import { readBalance } from '../storage/ledger.ts';
import { refuseParameter, refuseWith } from './answers.ts';
import { type App, type AppContext, type AppEnv, headerIn } from './context.ts';
import { findSender } from './find-sender.ts';
import { createEventLook, type SeenEvent } from './look-at-event.ts';
import { readerOf } from './reader.ts';

/** A page that is further behind than this gets the whole event, which is shorter than the changes. */
const MOST_CHANGES = 500;
const MOST_HISTORY = 100;
const A_NUMBER = 'must be a whole number of at most 15 digits';
/** Characters of an account, above which it takes longer to read than others should wait: about 500 racers. */
const LARGE_ACCOUNT = 100_000;
const MOST_LARGE = 1_000;

/** Reads of events. What a reader may see is decided by the same rules as what a command may do. */
export function createEventRoutes(parts: ServerContext, keyGuesses: KeyGuesses, known: KnownEvents, lane: Lane): App {
  const app = new Hono<AppEnv>();
  const { db } = parts.storage;

  const look = createEventLook(parts, keyGuesses);

  /**
   * Refused if the event is gone or no longer the reader's to see: the reader may have waited between the judgement and
   * the read. Refused too for a page of an older schema, which would skip unknown changes and show a wrong board.
   */
  async function readFor(c: AppContext, { door, actor }: SeenEvent): Promise<Result<EventState, ErrorCode>> {
    const event = await known.read(door, readerOf(c));
    if (event === null || !judgeReader(actor, event).ok) return refuse('event-not-found');
    if (event.needs <= schemaOf(c)) return ok(event);
    c.set('faults', [{ parameter: SCHEMA_HEADER, rule: 'required', detail: `must be ${event.needs} or greater` }]);
    return refuse('client-outdated');
  }

  async function answerWhole(c: AppContext, seen: SeenEvent): Promise<Response> {
    const { door, actor } = seen;
    const sight = sightIn(c, seen);
    const telling = tellingOf(sight, schemaOf(c));
    const keys = c.get('token') === undefined && can(actor, 'seeKeys', door) ? door.keys : undefined;
    const answer = await known.readWhole(door, telling, keys, readerOf(c));
    const event = await readFor(c, seen);
    if (!event.ok) return refuseWith(c, event.error);
    if (answer === null) return refuseWith(c, 'event-not-found');
    if (event.value.seq !== door.seq) {
      // Keys may have changed since the first look.
      const again = await look(c);
      if (!again.ok) return refuseWith(c, again.error);
      if (sightIn(c, again.value) !== sight) return answerWhole(c, again.value);
    }
    return c.body(answer, 200, { 'Content-Type': 'application/json' });
  }

  /** Accounts that are being read, by person. */
  const readingAccounts = new Map<string, SharedWork<string>>();
  /** People whose account was long when it was last read, the latest at the end: it is read one after the other. */
  const largeAccounts = new Set<string>();

  function noteSize(userId: string, characters: number): void {
    largeAccounts.delete(userId);
    if (characters > LARGE_ACCOUNT) largeAccounts.add(userId);
    for (const oldest of largeAccounts) {
      if (largeAccounts.size <= MOST_LARGE) break;
      largeAccounts.delete(oldest);
    }
  }

  async function writeAccount(sender: Sender): Promise<string> {
    const account: AccountSnapshot = {
      credits: await readBalance(db, sender.userId),
      events: await listEvents(db, sender),
      racers: await listRacers(db, sender.userId),
    };
    return JSON.stringify(account);
  }

  app.get(api.account, async (c) => {
    const sender = await findSender(parts, c);
    if (sender === null) return refuseWith(c, 'unauthenticated');
    const name = JSON.stringify([sender.userId, sender.verifiedEmail]);
    const text = await shareNextWork(readingAccounts, name, readerOf(c), (all) =>
      largeAccounts.has(sender.userId) ? lane.run(all, () => writeAccount(sender)) : writeAccount(sender),
    );
    noteSize(sender.userId, text.length);
    return c.body(text, 200, { 'Content-Type': 'application/json' });
  });

  app.get(api.event, async (c) => {
    const seen = await look(c);
    return seen.ok ? answerWhole(c, seen.value) : refuseWith(c, seen.error);
  });

  app.get(api.changes, async (c) => {
    const after = parseSeq(c.req.query('after'));
    if (after === null) return refuseParameter(c, 'after', A_NUMBER);
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, sight } = seen.value;
    const isInOtherSight = c.req.query('sights')?.split(',').includes(sight) === false;
    const isRewritten = door.rewrites > 0 && after <= door.rewrittenSeq;
    const isTooFar = after > door.seq || door.seq - after > MOST_CHANGES;
    if (isInOtherSight || isRewritten || isTooFar) return answerWhole(c, seen.value);
    const missed = await readChanges(db, door.id, after, door.seq);
    const event = await readFor(c, seen.value);
    if (!event.ok) return refuseWith(c, event.error);
    const answer = answerSince(event.value, missed, after, tellingOf(sight, schemaOf(c)));
    return answer === null ? answerWhole(c, seen.value) : c.json(answer);
  });

  app.get(api.history, async (c) => {
    const asked = c.req.query('before');
    const before = asked === undefined ? Number.MAX_SAFE_INTEGER : parseSeq(asked);
    if (before === null) return refuseParameter(c, 'before', A_NUMBER);
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sight } = seen.value;
    const event = await readFor(c, seen.value);
    if (!event.ok) return refuseWith(c, event.error);
    const isOpen = sight === 'viewer' && event.value.race.openHistory;
    if (!isOpen && !can(actor, 'seeHistory', door)) return refuseWith(c, 'permission-denied');
    const { changes, hasMore } = await readHistory(db, door.id, before, MOST_HISTORY);
    const history: EventHistory = {
      changes: changes.map((change) => viewChange(change, sight, event.value)),
      ...(sight === 'viewer' && { taps: tapsOf(changes, event.value).map(viewTap) }),
      hasMore,
    };
    return c.json(history);
  });

  app.get(api.people, async (c) => {
    const seen = await look(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor } = seen.value;
    if (!can(actor, 'seePeople', door)) return refuseWith(c, 'permission-denied');
    const event = await readFor(c, seen.value);
    if (!event.ok) return refuseWith(c, event.error);
    const sees = { addresses: hasAccount(actor), confirmations: can(actor, 'handOver', door) };
    return c.json(await readEventPeople(db, event.value, sees));
  });

  app.get(api.group, async (c) => {
    const groupId = c.req.param('groupId');
    return isStorable(groupId)
      ? c.json(await readSharedGroup(db, groupId, parts.clock.now()))
      : refuseWith(c, 'not-found');
  });

  app.get(api.clock, (c) => {
    const received = parts.clock.now();
    return c.json({ received, sent: parts.clock.now() });
  });
  return app;
}

/** A program reads what it knows and passes over the rest: it is no page of an older release, which would show a wrong board. */
const schemaOf = (c: AppContext): number =>
  c.get('token') === undefined ? schemaIn(headerIn(c, SCHEMA_HEADER)) : SCHEMA_VERSION;

/** A token reaches no addresses of people: its program gets what a guest gets. */
const sightIn = (c: AppContext, { sight }: SeenEvent): Sight =>
  c.get('token') !== undefined && sight === 'admin' ? 'guest' : sight;

/** Changes or rows that a page with the event at `after` lacks; null when only the whole will do. */
function answerSince(
  event: EventState,
  missed: readonly Change[],
  after: number,
  telling: Telling,
): RowsFrame | { readonly changes: readonly Change[] } | null {
  if (telling === 'viewer') {
    // The event may have been read after the changes: what touched it last is not among them.
    if (after + missed.length !== event.seq) return null;
    const touched = touchedSince(event, missed);
    // Which teams have changed is not known here.
    if (missed.length > 0 && hasHiddenTeams(event)) return null;
    return touched === 'all' ? null : frameOf(event, after, touched, missed.length > 0);
  }
  // A page that applies changes may have fewer taps than they are about.
  if (telling === 'plain' && missed.length > 0) return null;
  const changes = viewChanges(missed, telling, event);
  return changes && { changes };
}

function tapsOf(changes: readonly Change[], { taps }: EventState): Tap[] {
  const tapIds = changes.flatMap((change) => ('tapId' in change ? [change.tapId] : []));
  return [...new Set(tapIds)].flatMap((tapId) => taps[tapId] ?? []);
}

function parseSeq(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
