import {
  type ComparisonAnswer,
  comparisonPath,
  type ProgressAnswer,
  progressPath,
} from '../../../src/protocol/compare.ts';
import { type BestsAnswer, type HistoryAnswer, historyPath } from '../../../src/protocol/history.ts';
import { api } from '../../../src/protocol/routes.ts';
import { expectOf, type Race } from '../oracle.ts';
import { bestBefore, firstStart, joinPersons, pastOf, timesIn } from '../person-oracle.ts';
import type { World } from '../world.ts';
import type { Reading } from './reading.ts';

/** Besides those who were entered twice. */
const OTHERS = 2;

/** Whose racer somebody is: the person that racers were merged into, or the racer alone. */
export const personsIn = ({ people }: World): ReadonlyMap<string, string> =>
  new Map(people.flatMap(({ racerId, twin }) => (twin === null ? [] : [[twin.racerId, racerId]])));

/** Racers of other events are not among the faces of this one. */
export const faceOf = ({ stage: { world } }: Reading, racerId: string): string =>
  world.people.find((person) => person.racerId === racerId)?.name ?? racerId;

/** What is read of several events: histories, bests before this one, this one beside the one before, trends. */
export async function readAcrossEvents(reading: Reading): Promise<void> {
  const { world } = reading.stage;
  const persons = personsIn(world);
  const events = new Map([...world.races].map(([eventId, race]) => [eventId, joinPersons(race, persons)]));
  await readHistories(reading, events);
  await readBests(reading, events);
  await readComparison(reading, events);
}

const read = async <Answer>({ owner }: World, path: string): Promise<Answer> =>
  (await (await owner.get(path)).json()) as Answer;

type Events = ReadonlyMap<string, Race>;

/** Whoever was entered twice has one history, by either id, with each event once. */
async function readHistories({ stage: { world }, check }: Reading, events: Events): Promise<void> {
  const twice = world.people.filter(({ twin }) => twin !== null);
  for (const { racerId, name, twin } of [
    ...twice,
    ...world.people.filter((each) => !twice.includes(each)).slice(0, OTHERS),
  ]) {
    const past = pastOf(events, racerId);
    if (past.length === 0) continue;
    const told = await read<HistoryAnswer>(world, historyPath(racerId));
    if (twin !== null) {
      check.same(`${name}: the history by either id`, await read(world, historyPath(twin.racerId)), told);
    }
    const said = told.courses.flatMap(({ results }) => results.map(({ event, ms, runs }) => [event.id, ms, runs]));
    const wanted = past.map(({ eventId, ms, runs }) => [eventId, ms, runs]);
    check.same(`${name}: results`, sorted(said), sorted(wanted));
    const times = past.flatMap(({ ms }) => ms ?? []);
    const best = times.length === 0 ? null : Math.min(...times);
    check.same(`${name}: best`, told.courses[0]?.best?.ms ?? null, best);
  }
}

async function readBests(
  { stage: { world, eventId, generated }, check, faces }: Reading,
  events: Events,
): Promise<void> {
  const persons = personsIn(world);
  const { bests } = await read<BestsAnswer>(world, api.bests.replace(':eventId', eventId));
  const here = world.races.get(eventId) ?? generated.race;
  const { placed } = expectOf(here).total;
  for (const { racerId } of here.racers) {
    const past = pastOf(events, persons.get(racerId) ?? racerId);
    const wanted = bestBefore(past, eventId, firstStart(placed.get(racerId)!));
    check.same(`${faces.short(racerId)}: best before`, bests[racerId]?.ms ?? null, wanted);
  }
}

/** This event beside the one that was staged before it, and the trends of both. */
async function readComparison(reading: Reading, events: Events): Promise<void> {
  const { check } = reading;
  const { world, eventId } = reading.stage;
  const face = (racerId: string) => faceOf(reading, racerId);
  const other = [...events.keys()].at(-2);
  if (other === undefined) return;
  const said = await read<ComparisonAnswer>(world, comparisonPath(eventId, other));
  const [before, after] = [said.before, said.after].map(({ id }) => timesIn(events.get(id)!)) as [
    ReturnType<typeof timesIn>,
    ReturnType<typeof timesIn>,
  ];
  check.same('the events', [said.before.id, said.after.id].toSorted(), [eventId, other].toSorted());
  check.same(
    'racers of both',
    sorted(said.racers.map((row) => [face(row.racerId), row.before, row.after, row.change, row.places])),
    sorted(
      [...after].flatMap(([racerId, [ms, place]]) => {
        const earlier = before.get(racerId);
        return earlier === undefined ? [] : [[face(racerId), earlier[0], ms, ms - earlier[0], [earlier[1], place]]];
      }),
    ),
  );
  const alone = (one: typeof before, two: typeof before) =>
    sorted([...one].flatMap(([racerId, [ms]]) => (two.has(racerId) ? [] : [[face(racerId), ms]])));
  const told = (rows: ComparisonAnswer['onlyBefore']) => sorted(rows.map(({ racerId, ms }) => [face(racerId), ms]));
  check.same('in the earlier alone', told(said.onlyBefore), alone(before, after));
  check.same('in the later alone', told(said.onlyAfter), alone(after, before));

  const { courseKey, at } = said.after;
  const weeks = { courseKey: courseKey!, from: Math.min(said.before.at, at), to: Math.max(said.before.at, at) + 1 };
  const progress = await read<ProgressAnswer>(world, progressPath(weeks));
  for (const [index, { id }] of progress.races.entries()) {
    const times = progress.racers.flatMap(({ racerId, times: own }) =>
      own.flatMap(({ event, ms }) => (event === index ? [[face(racerId), ms]] : [])),
    );
    const wanted = [...timesIn(events.get(id)!)].map(([racerId, [ms]]) => [face(racerId), ms]);
    check.same(`trends: times in ${id === eventId ? 'this event' : 'another'}`, sorted(times), sorted(wanted));
  }
}

const sorted = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();
