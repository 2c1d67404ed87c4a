import { readHistory } from '../../src/domain/history/read-history.ts';
import { applyRacer, decideRacer, type Racer } from '../../src/domain/racers/library.ts';
import { racersOf, samePersons } from '../../src/domain/racers/persons.ts';
import { ok, refuse } from '../../src/domain/result.ts';
import { joinPersons } from '../../src/domain/results/join-persons.ts';
import { epochMs } from '../../src/domain/units.ts';
import { isEventCommand } from '../../src/protocol/command-kinds.ts';
import type { CommandAnswer, RacerCommand } from '../../src/protocol/commands.ts';
import { type ErrorCode, errors } from '../../src/protocol/errors.ts';
import { type HistoryAnswer, historyPath, type MergePreview, mergePath } from '../../src/protocol/history.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import { createLocalServer, pageNow } from '../../src/client/features/try-race/local-server.ts';
import { webIds } from '../../src/client/sync/ids.ts';
import type { SyncError, Transport } from '../../src/client/sync/ports.ts';

const DAY = 86_400_000;
const HILL = { name: 'Castle Hill', meters: 16_090 };

export interface PastEvent {
  readonly name: string;
  readonly daysAgo: number;
  /** Seconds by the racer's name; null: in the event without a time. */
  readonly times: Readonly<Record<string, number | null>>;
}

/** A library with what its racers did, decided and read by the domain as on the server, and another phone of its owner. */
export interface LibraryServer {
  readonly userId: string;
  readonly transport: Transport;
  /** Racer ids by name. */
  readonly racerIds: Readonly<Record<string, string>>;
  readonly racer: (name: string) => Racer | undefined;
  /** Another phone deletes a racer, and this one has not heard of it yet. */
  readonly deleteUnheard: (name: string) => void;
  readonly add: (event: PastEvent) => void;
  /** No signal, or with false a signal again. */
  readonly cut: (isCut?: boolean) => void;
  /** What the server answers to a call; undefined for paths that are none of its own. */
  readonly answer: (path: string) => Response | undefined;
}

export function createLibraryServer(names: readonly string[], past: readonly PastEvent[]): LibraryServer {
  const userId = webIds.make();
  const actor = { userId, isAnonymous: false, verifiedEmail: null, key: null };
  const local = createLocalServer(actor, pageNow);
  const made = names.map((name): Racer => {
    const createdAt = epochMs(pageNow() - 100 * DAY);
    return { id: webIds.make(), name, groups: [], createdBy: userId, createdAt, awaitingCredits: false };
  });
  const racerIds = Object.fromEntries(made.map(({ id, name }) => [name, id]));
  const library = new Map(made.map((racer) => [racer.id, racer]));
  const events = past.map((event) => ({ ...event, id: webIds.make() }));
  const answered = new Map<string, CommandAnswer>();
  let isCut = false;

  const account = (): AccountSnapshot => ({ credits: 0, events: [], racers: [...library.values()] });
  const same = () => samePersons([...library.values()]);
  const rows = () =>
    events.flatMap(({ id, daysAgo, times }) =>
      Object.entries(times).map(([name, seconds]) => ({
        eventId: id,
        racerId: racerIds[name]!,
        name,
        attempt: 1,
        status: 'OK' as const,
        startAt: seconds === null ? null : pageNow() - daysAgo * DAY,
        publishedMs: seconds === null ? null : seconds * 1000,
      })),
    );
  const timedIn = (racerId: string) =>
    new Set(
      rows().flatMap((row) =>
        racersOf(same(), racerId).includes(row.racerId) && row.startAt !== null ? [row.eventId] : [],
      ),
    );
  const met = (one: string, other: string) =>
    events.flatMap(({ id, name }) => (timedIn(one).has(id) && timedIn(other).has(id) ? [name] : []));

  function handle(command: RacerCommand): CommandAnswer {
    const { id, racerId } = command;
    const before = library.get(racerId) ?? null;
    const merge = command.type === 'racer.merge' && {
      into: library.get(command.into) ?? null,
      same: same(),
      haveMet: met(racerId, command.into).length > 0,
    };
    const decision = decideRacer(before, command, { actor, at: pageNow(), ...(merge && { merge }) });
    if (!decision.ok) return { id, status: 'refused', code: decision.error };
    let racer = before;
    for (const change of decision.value) racer = applyRacer(racerId, racer, change);
    if (racer === null) library.delete(racerId);
    else library.set(racerId, racer);
    return { id, status: 'accepted', changes: [], racer };
  }

  function history(racerId: string): HistoryAnswer {
    const racerIds = racersOf(same(), racerId);
    const [racer, ...merged] = racerIds.flatMap((id) => library.get(id) ?? []);
    const own = rows().filter((row) => racerIds.includes(row.racerId));
    const known = events.map(({ id, name, daysAgo }) => ({
      id,
      name,
      createdAt: pageNow() - daysAgo * DAY,
      timeZone: 'UTC',
      course: HILL,
      conditions: '',
    }));
    const joined = known.map(({ id, name }) => {
      const counted = joinPersons(
        own.filter((row) => row.eventId === id),
        same(),
      );
      return { name, counted, isMet: counted.some((row) => row.racerId !== counted[0]!.racerId) };
    });
    const courses = readHistory(
      joined.flatMap(({ counted }) => counted),
      known,
    );
    return {
      name: racer!.name,
      courses: courses.map((course) => ({
        ...course,
        results: course.results.map(({ eventId, ...result }) => {
          const { createdAt: _createdAt, course: _course, ...event } = known.find(({ id }) => id === eventId)!;
          return { ...result, event: { ...event, viewerKey: null } };
        }),
      })),
      isCut: false,
      own: {
        linkKey: null,
        mayShare: true,
        publicName: racer!.name,
        racerId: racer!.id,
        elsewhere: own
          .filter((row) => row.name !== racer!.name)
          .map(({ eventId, racerId: id, name }) => ({ eventId, racerId: id, name })),
        merged: merged.map(({ id, name }) => ({ racerId: id, name })),
        met: joined.flatMap(({ name, isMet }) => (isMet ? [name] : [])),
      },
    };
  }

  function preview(one: string, other: string): MergePreview | ErrorCode {
    const known = [one, other].flatMap((id) => library.get(id) ?? []);
    if (known.length < 2) return 'racer-not-found';
    const sides = known.map(({ id, name }) => {
      const racerIds = racersOf(same(), id);
      const own = rows().filter((row) => racerIds.includes(row.racerId));
      return { racerId: id, name, events: own.length, series: 0, followers: 0, runs: 0 };
    });
    return { sides, met: met(one, other) };
  }

  function answer(path: string): Response | undefined {
    if (isCut) throw new TypeError('There is no signal.');
    for (const id of Object.values(racerIds)) {
      if (path === historyPath(id)) return Response.json(history(id));
      for (const other of Object.values(racerIds)) {
        if (path !== mergePath(other, id)) continue;
        const seen = preview(other, id);
        if (typeof seen !== 'string') return Response.json(seen);
        const { http, text } = errors[seen];
        return Response.json({ error: { code: seen, message: text, retry: 'never' } }, { status: http });
      }
    }
    return undefined;
  }

  const unreachable = refuse<SyncError>({ code: 'unavailable' });
  return {
    userId,
    racerIds,
    racer: (name) => library.get(racerIds[name]!),
    deleteUnheard: (name) => void library.delete(racerIds[name]!),
    add: (event) => void events.push({ ...event, id: webIds.make() }),
    cut(now = true) {
      isCut = now;
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !now });
      dispatchEvent(new Event(now ? 'offline' : 'online'));
    },
    answer,
    transport: {
      ...local,
      async sendCommands({ commands }) {
        if (isCut) return unreachable;
        const answers = commands.map((command) => {
          const known = answered.get(command.id);
          if (known !== undefined) return known;
          if (isEventCommand(command)) throw new Error(`No events here: ${command.type}`);
          const said = handle(command);
          answered.set(command.id, said);
          return said;
        });
        return ok({ answers });
      },
      fetchAccount: async () => (isCut ? unreachable : ok(account())),
      openSocket(handlers) {
        const inner = local.openSocket(handlers);
        return {
          ...inner,
          send(message) {
            if (message.type === 'follow-account') handlers.onMessage({ type: 'account', account: account() });
            else inner.send(message);
          },
        };
      },
    },
  };
}
