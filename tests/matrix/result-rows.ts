import { embedPath, embedPaths } from '../../src/protocol/embeds.ts';
import type { RowsFrame } from '../../src/domain/sights/set-rows.ts';
import type { PublicResults } from '../../src/protocol/results.ts';
import { letterheadPaths } from '../../src/protocol/letterhead.ts';
import { api } from '../../src/protocol/routes.ts';
import { type ActorName, actorOf, actors, isDeleted, isOwnClub, standingOn, type Target, targetsOf } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type RouteRow, type Seen, seenIn, shapeOf, type World } from './cell.ts';
import { publicNameOf } from '../../src/server/access/public-name.ts';
import { describeRows, describeWhole, reading } from './event-read-rows.ts';
import { expectAdminRead, expectEventRead, isAllowed, type Outcome } from './rules.ts';
import { SECRET } from './running-server.ts';
import { keyOf, type Race } from './stage.ts';
import { parse, type Reply } from './wire.ts';

/** EX10: everybody inside reads results; pages of other sites only with the viewer's key. */
function expectResults(actor: ActorName, target: Target): Outcome {
  const seen = expectEventRead(actor, target);
  if (!isAllowed(seen)) return seen;
  return standingOn(actor, target) === 'viewer' ? 'allowed on every site' : 'allowed on this site';
}

const sitesIn = ({ headers }: Reply): Outcome =>
  `allowed on ${headers.get('access-control-allow-origin') === '*' ? 'every' : 'this'} site`;

/** EX13: the sites are the owner's to read and to name. */
function expectSites(actor: ActorName, target: Target): Outcome {
  const seen = expectEventRead(actor, target);
  if (!isAllowed(seen)) return seen;
  return standingOn(actor, target) === 'owner' ? 'allowed' : 'permission-denied';
}

/** EX18: whoever prints reads what is printed. */
const expectPrinting = (actor: ActorName, target: Target): Outcome => {
  const seen = expectAdminRead(actor, target);
  return isAllowed(seen) ? 'allowed' : seen;
};

const expectBests = (actor: ActorName, target: Target): Outcome => {
  const seen = expectEventRead(actor, target);
  return isAllowed(seen) ? 'allowed' : seen;
};

/** SP11: the name is made of the viewer key, so who has no such key has no name; a session and other keys open nothing. */
function expectByName(actor: ActorName, target: Target): Outcome {
  if (actorOf[actor].key !== 'viewer' || !isOwnClub(target)) return 'event-not-found';
  return isDeleted(target) ? 'event-deleted' : 'allowed as viewer';
}

const byName = (path: string, allowed: (reply: Reply) => Outcome): RouteRow => ({
  targets: targetsOf,
  expect: (actor, target) => expectByName(actor, target as Target),
  async attempt(world, cell) {
    const { actor } = cell;
    const race = raceOf(world, cell);
    const key = keyOf(world.stage, actor, cell.target as Target, race) ?? 'guessed1';
    const name = publicNameOf(SECRET, race.id, key);
    const { cookie } = personOf(world, actor);
    const request = { path: path.replace(':eventId', race.id).replace(':name', name), cookie };
    return seenIn(await askAs(world, actor, nameOf(cell), request), [race.id], allowed);
  },
});

type ResultReads = 'results' | 'boardCsv' | 'embed' | 'bests' | 'publicRows' | 'publicWhole';

export const resultRows: Readonly<Record<ResultReads, RouteRow>> = {
  publicRows: byName(api.publicRows, (reply) => describeRows(parse<RowsFrame>(reply))),
  publicWhole: byName(api.publicWhole, (reply) => describeWhole(parse<Parameters<typeof describeWhole>[0]>(reply))),
  results: reading(api.results, '', expectResults, (reply) =>
    parse<PublicResults>(reply).results.length > 0 ? sitesIn(reply) : 'no results',
  ),
  boardCsv: reading(api.boardCsv, '', expectResults, sitesIn),
  // HI6: everybody inside may ask; `bests-rows.ts` says who is told what.
  bests: reading(api.bests, '', expectBests, (reply) => ('bests' in parse<object>(reply) ? 'allowed' : 'no bests')),
  embed: reading(api.embed, '', expectSites, () => 'allowed'),
};

export type Attempt = (world: World, cell: Cell) => Promise<Seen>;

export function cellsOf(
  action: string,
  expect: (actor: ActorName, target: Target) => Outcome,
  attempt: Attempt,
): Cell[] {
  return actors.flatMap((actor) =>
    targetsOf(actor).map((target) => {
      const cell: Cell = {
        action,
        actor,
        target,
        expected: expect(actor, target),
        attempt: (world) => attempt(world, cell),
      };
      return cell;
    }),
  );
}

export const raceOf = ({ stage }: World, { actor, target }: Cell): Race => stage.raceFor(actor, target as Target);

const asking =
  (route: string, body?: object): Attempt =>
  async (world, cell) => {
    const { actor, expected } = cell;
    const target = cell.target as Target;
    const race = isAllowed(expected) ? await world.stage.freshFor(actor, target) : raceOf(world, cell);
    const key = keyOf(world.stage, actor, target, race);
    const path = `${route.replace(':eventId', race.id)}${key === undefined ? '' : `?key=${encodeURIComponent(key)}`}`;
    const { cookie } = personOf(world, actor);
    return seenIn(await askAs(world, actor, nameOf(cell), { path, cookie, ...(body && { body }) }), [race.id]);
  };

/** EX14: the page has a board for a key of viewers or of a screen, whoever is signed in, and may stand in nobody's frame. */
const openEmbed: Attempt = async (world, cell) => {
  const { actor } = cell;
  const race = raceOf(world, cell);
  const key = keyOf(world.stage, actor, cell.target as Target, race) ?? 'guessed1';
  const { cookie } = personOf(world, actor);
  const reply = await askAs(world, actor, nameOf(cell), { path: embedPath(race.id, key), cookie });
  const isFramed = !reply.headers.get('content-security-policy')!.includes("frame-ancestors 'none'");
  const board = reply.text.includes('"resultsPath":') ? 'with a board' : 'without a board';
  return { outcome: isFramed ? 'in a frame' : `allowed ${board}`, shape: shapeOf(reply, race.id) };
};

const nameSites = asking(api.embed, { origins: ['https://club.example'] });
const readLetterhead = asking(letterheadPaths.one);
const setLetterhead = asking(letterheadPaths.one, { line: 'Radclub Bern', logo: null });

function expectSetting(actor: ActorName, target: Target): Outcome {
  const seen = expectSites(actor, target);
  return seen === 'allowed' && isDeleted(target) ? 'event-deleted' : seen;
}

export function resultCells(): Cell[] {
  return [
    ...cellsOf(`naming sites (POST ${api.embed})`, expectSetting, nameSites),
    ...cellsOf(`what certificates begin with (GET ${letterheadPaths.one})`, expectPrinting, readLetterhead),
    ...cellsOf(`what certificates begin with (POST ${letterheadPaths.one})`, expectSetting, setLetterhead),
    ...cellsOf(
      `${embedPaths.page} of an event`,
      (actor, target) => {
        const { key } = actorOf[actor];
        return `allowed ${target === 'own' && (key === 'viewer' || key === 'screen') ? 'with' : 'without'} a board`;
      },
      openEmbed,
    ),
  ];
}
