import { PICTURES_KEPT_MS, picturePaths, picturePath } from '../../src/protocol/pictures.ts';
import { eventCommand, tap } from '../support/commands.ts';
import { factsAt, strip } from '../support/pictures.ts';
import { type ActorName, actorOf, isDeleted, type Target } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, seenIn, type World } from './cell.ts';
import { type Attempt, cellsOf, raceOf } from './result-rows.ts';
import { expectAdminRead, expectEventRead, isAllowed, type Outcome } from './rules.ts';
import { keyOf, type Race } from './stage.ts';
import { type Call, sendAll } from './wire.ts';

/** EYE24: pictures are the admins', and nobody's once the event is deleted. */
function expectPictures(actor: ActorName, target: Target): Outcome {
  const seen = expectAdminRead(actor, target);
  if (!isAllowed(seen)) return seen;
  return isDeleted(target) ? 'event-deleted' : 'allowed';
}

type Ask = Omit<Call, 'path' | 'cookie'> & {
  readonly tap?: 'of the race';
  readonly part?: number;
  readonly removes?: true;
  readonly isOpened?: true;
};

const asking =
  ({ tap: ofRace, part, removes, isOpened, ...request }: Ask): Attempt =>
  async (world, cell) => {
    const { actor, expected, target } = cell;
    const isSpent = removes === true && isAllowed(expected);
    const race = isOpened
      ? await openedRace(world, cell)
      : isSpent
        ? await world.stage.freshFor(actor, target as Target)
        : raceOf(world, cell);
    const key = keyOf(world.stage, actor, target as Target, race);
    const path = picturePath(race.id, ofRace === undefined ? undefined : race.tapId, part);
    const byKey = key === undefined || actorOf[actor].key === null ? '' : `?key=${encodeURIComponent(key)}`;
    const { cookie } = personOf(world, actor);
    const reply = await askAs(world, actor, nameOf(cell), { ...request, path: path + byKey, cookie });
    return seenIn(reply, [race.id, race.tapId]);
  };

/** EYE29: where the owner shows pictures, everybody inside gets those of finishes, and changes none. */
function expectOpenPictures(actor: ActorName, target: Target): Outcome {
  const seen = expectEventRead(actor, target);
  if (!isAllowed(seen)) return seen;
  return isDeleted(target) ? 'event-deleted' : 'allowed';
}

/** The race of a cell with a finish and its strip, which its owner shows to viewers. */
async function openedRace(world: World, cell: Cell): Promise<Race> {
  const { actor, target } = cell;
  // People whose role has ended are in the shared races alone, and see neither.
  if (actorOf[actor].standing === 'stranger') return raceOf(world, cell);
  const race = await world.stage.freshFor(actor, target as Target);
  if (target === 'missing' || isDeleted(target as Target)) return race;
  const finish = tap(race.id, 'finish', race.racerId);
  const { cookie } = personOf(world, race.club === 'ours' ? 'owner' : 'outsider');
  const settings = { openPictures: true };
  await sendAll(world.server.url, cookie, {}, finish, eventCommand(race.id, { type: 'race.configure', settings }));
  const { db } = world.server;
  const [eventId, tapId] = [race.id, finish.id];
  const facts = JSON.stringify(factsAt(Date.now()));
  await db
    .insertInto('finishPictures')
    .values({ eventId, tapId, facts, bytes: strip.length, until: Date.now() + PICTURES_KEPT_MS })
    .execute();
  await db
    .insertInto('finishPictureParts')
    .values({ eventId, tapId, part: 0, type: 'image/png', body: Buffer.from(strip) })
    .execute();
  return { ...race, tapId };
}

const isOpened = true;
const ofTap = { tap: 'of the race' } as const;
const bytes = new Uint8Array(strip);

export const pictureCells = (): Cell[] => [
  ...cellsOf(`pictures (GET ${picturePaths.all})`, expectPictures, asking({})),
  ...cellsOf(`pictures of a finish (GET ${picturePaths.finish})`, expectPictures, asking(ofTap)),
  ...cellsOf(`a picture (GET ${picturePaths.part})`, expectPictures, asking({ ...ofTap, part: 0 })),
  ...cellsOf(
    `sharing pictures (PUT ${picturePaths.finish})`,
    expectPictures,
    asking({ ...ofTap, method: 'PUT', body: factsAt(Date.now()) }),
  ),
  ...cellsOf(
    `sharing a picture (PUT ${picturePaths.part})`,
    expectPictures,
    asking({ ...ofTap, method: 'PUT', part: 0, bytes, headers: { 'content-type': 'image/png' } }),
  ),
  ...cellsOf(
    `deleting pictures (DELETE ${picturePaths.finish})`,
    expectPictures,
    asking({ ...ofTap, method: 'DELETE', removes: true }),
  ),
  ...[
    ...cellsOf(`shown pictures (GET ${picturePaths.all})`, expectOpenPictures, asking({ isOpened })),
    ...cellsOf(
      `shown pictures of a finish (GET ${picturePaths.finish})`,
      expectOpenPictures,
      asking({ ...ofTap, isOpened }),
    ),
    ...cellsOf(
      `a shown picture (GET ${picturePaths.part})`,
      expectOpenPictures,
      asking({ ...ofTap, part: 0, isOpened }),
    ),
    ...cellsOf(
      `deleting shown pictures (DELETE ${picturePaths.finish})`,
      expectPictures,
      asking({ ...ofTap, method: 'DELETE', isOpened }),
    ),
  ].map((cell) => ({ ...cell, buildsFirst: true })),
];
