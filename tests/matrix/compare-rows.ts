import {
  comparisonPath,
  progressPath,
  type RacesAnswer,
  type RecordsAnswer,
  recordsPath,
} from '../../src/protocol/compare.ts';
import { api } from '../../src/protocol/routes.ts';
import { type ActorName, clubOf, type Club, standingOn, type Target, targetsOf } from './actors.ts';
import { askAs, nameOf, personOf, type RouteRow, seenIn, type World } from './cell.ts';
import { expectAccount, type Outcome } from './rules.ts';
import type { Race } from './stage.ts';
import { parse, type Reply } from './wire.ts';

/** CO1: only an account compares, and only two events of its own that are not deleted; all others do not exist. */
function expectCompared(actor: ActorName, target: Target): Outcome {
  const seen = expectAccount(actor, 'account-required');
  if (seen !== 'allowed') return seen;
  return target === 'own' && standingOn(actor, target) === 'owner' ? 'allowed' : 'event-not-found';
}

/** The second event of each club, which every actor tries. */
const seconds = new WeakMap<World, Map<Club, Promise<Race>>>();
function secondOf(world: World, club: Club): Promise<Race> {
  const known = seconds.get(world) ?? new Map<Club, Promise<Race>>();
  seconds.set(world, known);
  const race = known.get(club) ?? world.stage.newRace(club, { isLean: true });
  known.set(club, race);
  return race;
}

const racesIn = (reply: Reply) => parse<RacesAnswer>(reply).races.map(({ id }) => id);

const asking = (path: string, eventsIn: (reply: Reply) => readonly string[] = racesIn): RouteRow => ({
  targets: () => ['-'],
  expect: (actor) => expectAccount(actor, 'account-required'),
  async attempt(world, cell) {
    const { cookie, userId } = personOf(world, cell.actor);
    const reply = await askAs(world, cell.actor, nameOf(cell), { path, cookie });
    const others = await world.server.db.selectFrom('events').select('id').where('ownerId', '!=', userId).execute();
    const isOthers = new Set(others.map(({ id }) => id));
    const listsOthers = () => eventsIn(reply).some((id) => isOthers.has(id));
    const seen = seenIn(reply, [], () => (listsOthers() ? 'it lists events of others' : 'allowed'));
    // Which of their own events have results differs from one attempt to the next.
    return seen.outcome === 'allowed' ? { ...seen, shape: '' } : seen;
  },
});

export const compareRows: Readonly<Record<'ownRaces' | 'compare' | 'progress' | 'records', RouteRow>> = {
  ownRaces: asking(api.ownRaces),
  progress: asking(progressPath({ courseKey: 'box hill -', from: 0, to: 1e15 })),
  records: asking(recordsPath('box hill -'), (reply) =>
    parse<RecordsAnswer>(reply).records.map(({ event }) => event.id),
  ),
  compare: {
    targets: targetsOf,
    expect: (actor, target) => expectCompared(actor, target as Target),
    buildsFirst: true,
    async attempt(world, cell) {
      const { actor } = cell;
      const target = cell.target as Target;
      const race = world.stage.raceFor(actor, target);
      const second = await secondOf(world, clubOf(actor, target));
      const { cookie } = personOf(world, actor);
      const path = comparisonPath(race.id, second.id);
      return seenIn(await askAs(world, actor, nameOf(cell), { path, cookie }), [race.id, second.id]);
    },
  },
};
