import { randomUUID } from 'node:crypto';
import type { EventCommand } from '../../../src/domain/events/commands.ts';
import { durationMs } from '../../../src/domain/units.ts';
import {
  MAX_ADJUSTMENTS,
  MAX_ADMINS,
  MAX_ATTEMPTS,
  MAX_CATEGORIES,
  MAX_CHANGES,
  MAX_CHARACTERS,
  MAX_COMMANDS,
  MAX_CORRECTIONS,
  MAX_EMBED_ORIGINS,
  MAX_FOLLOWERS,
  MAX_FOLLOWERS_OF_HOST,
  MAX_FOLLOWERS_OF_PLACE,
  MAX_GROUP_LENGTH,
  MAX_NAMED_PER_COMMAND,
  MAX_POINTS,
  MAX_RACERS,
  MAX_REHEARSALS,
  MAX_SCREENS,
  MAX_SHIFTS,
  MAX_STOPS,
  MAX_SPLITS,
} from '../../../src/protocol/limits.ts';
import { letterheadPaths, MAX_LETTERHEAD_LINE } from '../../../src/protocol/letterhead.ts';
import { MAX_PICTURED_FINISHES, MAX_STRIP_COLUMNS, picturePath } from '../../../src/protocol/pictures.ts';
import { api } from '../../../src/protocol/routes.ts';
import type { EventScreens } from '../../../src/protocol/screens.ts';
import { call, type Keys, parse, type Reply, sendAll } from '../../matrix/wire.ts';
import { createEvent, createRacer, eventCommand, tap } from '../../support/commands.ts';
import { largestLogo, pngOf } from '../../support/logo.ts';
import { factsAt } from '../../support/pictures.ts';
import { arriveAsGuest, eventPath, type Person } from '../people.ts';
import type { Target } from '../target.ts';
import { newIds, withRows } from './copy-rows.ts';
import { COURSE, slices } from './stage.ts';

/** Corrections that are left for the changes after which a case asks: the event would take none otherwise. */
export const CHANGES_LEFT = 1_000;
const RACE_MS = 3_600_000;
const SIDE_BY_SIDE = 4;
export const pushKeys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };

/** One event that holds as much as an event can hold. */
export interface FullEvent {
  readonly eventId: string;
  readonly keys: { readonly admin: string; readonly viewer: string };
  readonly racerIds: readonly string[];
  /** Racers who finished and have no status yet: a status of each is one change of the results. */
  readonly unruled: string[];
  readonly screenKey: string;
  /** A finish with a strip. */
  readonly picturedTapId: string;
}

export async function expectOk(reply: Reply | Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply;
  if (status !== 200) throw new Error(`Refused: ${status} ${text.slice(0, 200)}`);
  return reply;
}

const nth = (prefix: string, index: number, length: number) => `${prefix}${index} `.padEnd(length, 'W');

export async function fillEvent(target: Target, owner: Person): Promise<FullEvent> {
  const { url } = target;
  const { cookie } = owner;
  const eventId = randomUUID();
  const send = (...commands: EventCommand[]) => sendAll(url, cookie, {}, ...commands);
  const command = (body: Parameters<typeof eventCommand>[1]) => eventCommand(eventId, body);
  const seqNow = () => withRows(target, (rows) => Number(rows.value('select seq from events where id = ?', eventId)));

  await send(createEvent(eventId));
  const { keys } = parse<Pick<FullEvent, 'keys'>>(await call(url, { path: eventPath(api.event, eventId), cookie }));
  const groups = Array.from({ length: MAX_CATEGORIES }, (_, index) => nth('g', index, MAX_GROUP_LENGTH));
  const points = Array.from({ length: MAX_POINTS }, (_, index) => ({ line: `p${index}`, name: `Split ${index}` }));
  const categories = groups.map((group, index) => ({
    name: `Category ${index}`,
    group,
    gender: null,
    class: null,
    ages: null,
  }));
  await send(
    command({ type: 'race.configure', settings: { points } }),
    command({
      type: 'format.set',
      format: {
        course: COURSE,
        categories,
        shows: ['category', 'class', 'club', 'team', 'bests'],
        attempts: { count: MAX_ATTEMPTS, counts: 'best', current: 1 },
      },
    }),
  );
  for (let index = 0; index < MAX_REHEARSALS; index += 1) {
    await send(command({ type: 'rehearsal.begin' }), command({ type: 'rehearsal.end', keeps: false }));
  }
  for (let index = 0; index < MAX_STOPS; index += 1) {
    const stop = command({ type: 'race.stop' });
    await send(stop, command({ type: 'race.resume', stopId: stop.id, ms: durationMs(0) }));
  }

  const racerIds = newIds(MAX_RACERS);
  const nameLength = MAX_CHARACTERS / MAX_RACERS - MAX_GROUP_LENGTH;
  const racers = racerIds.map((racerId, index) => ({
    racerId,
    name: nth('Ada ', index, nameLength),
    groups: [groups[index % MAX_CATEGORIES]!],
    bib: `${index}`,
  }));
  for (const some of slices(racerIds, MAX_COMMANDS)) {
    await sendAll(url, cookie, {}, ...some.map((racerId) => createRacer(racerId)));
  }
  for (const some of slices(racers, 250)) await send(command({ type: 'entries.add', racers: some }));

  const admins = await fillAdmins(target, eventId, keys);
  const byAdmin: Keys = { [eventId]: keys.admin };
  await fillTaps(target, eventId, racerIds, MAX_CHANGES - seqNow(), admins, byAdmin);

  // From here on corrections alone are taken.
  const tapIds = withRows(target, (rows) =>
    rows.texts(
      `select json_extract(body, '$.tapId') from changes where "eventId" = ? and json_extract(body, '$.type') = 'tap-recorded' limit ${MAX_SHIFTS}`,
      eventId,
    ),
  );
  const one = { racerId: racerIds[0]!, attempt: 1 };
  const adjust = () => command({ type: 'adjustment.add', ...one, ms: durationMs(10), reason: 'Line' });
  const shift = (tapId: string) =>
    command({ type: 'taps.shift', tapIds: [tapId], ms: durationMs(10), reason: 'Clock' });
  for (const some of slices(Array.from({ length: MAX_ADJUSTMENTS }, adjust), MAX_COMMANDS)) await send(...some);
  for (const some of slices(tapIds.map(shift), MAX_COMMANDS)) await send(...some);
  await fillCorrections(MAX_CHANGES + MAX_CORRECTIONS - CHANGES_LEFT);

  async function fillCorrections(most: number): Promise<void> {
    const ruled = racerIds.slice(0, MAX_NAMED_PER_COMMAND);
    for (let seq = seqNow(); seq < most; seq = seqNow()) {
      // A command for 300 racers is stored as 12 changes of 25.
      const many = Math.floor((most - seq) / (MAX_NAMED_PER_COMMAND / 25));
      const rule = (racerIds: readonly string[]) => () =>
        command({ type: 'statuses.set', racerIds: [...racerIds], status: 'DSQ', reason: randomUUID() });
      const length = Math.min(MAX_COMMANDS / 10, many > 0 ? many : most - seq);
      await send(...Array.from({ length }, rule(many > 0 ? ruled : ruled.slice(0, 1))));
    }
  }

  for (let index = 0; index < MAX_SCREENS; index += 1) {
    const body = { id: randomUUID(), name: `Screen ${index}`, kind: 'announcer' };
    await expectOk(call(url, { path: eventPath(api.screens, eventId), cookie, body }));
  }
  const { screens } = parse<EventScreens>(await call(url, { path: eventPath(api.screens, eventId), cookie }));
  const origins = Array.from({ length: MAX_EMBED_ORIGINS }, (_, index) => `https://${'a'.repeat(60)}${index}.example`);
  await expectOk(call(url, { path: eventPath(api.embed, eventId), cookie, body: { origins } }));
  const letterhead = { line: 'x'.repeat(MAX_LETTERHEAD_LINE), logo: largestLogo() };
  await expectOk(call(url, { path: eventPath(letterheadPaths.one, eventId), cookie, body: letterhead }));
  await fillFollowers(target, eventId, keys.viewer, racerIds[1]!);
  const picturedTapId = await fillPictures(target, owner, eventId);
  return {
    eventId,
    keys,
    racerIds,
    unruled: racerIds.filter((_, index) => index % 2 === 0).slice(MAX_NAMED_PER_COMMAND),
    screenKey: screens[0]!.key,
    picturedTapId,
  };
}

/** As many finishes with pictures as an event may have; the last one has a strip. */
async function fillPictures(target: Target, { cookie }: Person, eventId: string): Promise<string> {
  const { url } = target;
  const tapIds = withRows(target, (rows) =>
    rows.texts(
      `select json_extract(body, '$.tapId') from changes where "eventId" = ? and json_extract(body, '$.type') = 'tap-recorded' limit ${MAX_PICTURED_FINISHES}`,
      eventId,
    ),
  );
  const facts = factsAt(Date.now());
  const body = { ...facts, columns: Array.from({ length: MAX_STRIP_COLUMNS }, (_, index) => index + 0.123) };
  const share = (tapId: string) =>
    expectOk(call(url, { method: 'PUT', path: picturePath(eventId, tapId), cookie, body }));
  await sideBySide(tapIds, share);
  const path = picturePath(eventId, tapIds.at(-1)!, 0);
  await expectOk(call(url, { method: 'PUT', path, cookie, bytes: new Uint8Array(pngOf(1_000, 700, 500_000)) }));
  return tapIds.at(-1)!;
}

/** Guests who joined: each may send as many commands as an account. */
async function fillAdmins(target: Target, eventId: string, { admin }: FullEvent['keys']): Promise<readonly Person[]> {
  const { url } = target;
  const guests: Person[] = [];
  await sideBySide(Array.from({ length: MAX_ADMINS }), async () => {
    const guest = await arriveAsGuest(target);
    await sendAll(url, guest.cookie, { [eventId]: admin }, eventCommand(eventId, { type: 'admin.join' }));
    guests.push(guest);
  });
  return guests;
}

/** All have started, every second one has finished; then more runs of the first racers, and times at every split. */
async function fillTaps(
  { url }: Target,
  eventId: string,
  racerIds: readonly string[],
  count: number,
  admins: readonly Person[],
  keys: Keys,
): Promise<void> {
  const at = Date.now() - RACE_MS;
  const taps: EventCommand[] = racerIds.flatMap((racerId, index) => [
    tap(eventId, 'start', racerId, { at: at + index }),
    ...(index % 2 === 0 ? [tap(eventId, 'finish', racerId, { at: at + 60_000 + index * 37 })] : []),
  ]);
  for (let run = 2; run <= MAX_ATTEMPTS; run += 1) {
    for (const racerId of racerIds.slice(0, 200)) {
      for (const [line, later] of [
        ['start', 0],
        ['finish', 50_000],
      ] as const) {
        const body = { type: 'tap.record', line, run, racerId } as const;
        taps.push(eventCommand(eventId, body, { at: at + run * 120_000 + later }));
      }
    }
  }
  for (let index = 0; taps.length < count; index += 1) {
    taps.push(tap(eventId, `p${index % MAX_SPLITS}`, racerIds[index % racerIds.length]!, { at: at + 30_000 + index }));
  }
  let turn = 0;
  await sideBySide([...slices(taps.slice(0, count), MAX_COMMANDS)], (some) => {
    turn += 1;
    return sendAll(url, admins[turn % admins.length]!.cookie, keys, ...some);
  });
}

/** One comes by a request, the others are its copies, from as many networks and at as many hosts as there can be. */
async function fillFollowers(target: Target, eventId: string, viewer: string, racerId: string): Promise<void> {
  const endpoint = `https://p.invalid/${randomUUID()}`;
  const body = { racerId, by: { kind: 'push', endpoint, ...pushKeys } };
  await expectOk(call(target.url, { path: `${eventPath(api.followers, eventId)}?key=${viewer}`, body }));
  withRows(target, (rows) => {
    const first = String(rows.value('select id from followers where "eventId" = ?', eventId));
    const host = `'h' || (?3 / ${MAX_FOLLOWERS_OF_HOST}) || '.invalid'`;
    rows.copy('followers', 'id', first, newIds(MAX_FOLLOWERS - 1), {
      target: `'https://' || ${host} || '/' || ?3`,
      host,
      place: `'place ' || (?3 / ${MAX_FOLLOWERS_OF_PLACE})`,
    });
  });
}

async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const next = async () => {
    while (left.length > 0) await work(left.shift()!);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
}
