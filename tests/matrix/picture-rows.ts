import { picturePaths } from '../../src/protocol/pictures.ts';
import { factsAt, picturePath, strip } from '../support/pictures.ts';
import { type ActorName, actorOf, isDeleted, type Target } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, seenIn } from './cell.ts';
import { type Attempt, cellsOf, raceOf } from './result-rows.ts';
import { expectAdminRead, isAllowed, type Outcome } from './rules.ts';
import { keyOf } from './stage.ts';
import type { Call } from './wire.ts';

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
};

const asking =
  ({ tap, part, removes, ...request }: Ask): Attempt =>
  async (world, cell) => {
    const { actor, expected, target } = cell;
    const isSpent = removes === true && isAllowed(expected);
    const race = isSpent ? await world.stage.freshFor(actor, target as Target) : raceOf(world, cell);
    const key = keyOf(world.stage, actor, target as Target, race);
    const path = picturePath(race.id, tap === undefined ? undefined : race.tapId, part);
    const byKey = key === undefined || actorOf[actor].key === null ? '' : `?key=${encodeURIComponent(key)}`;
    const { cookie } = personOf(world, actor);
    const reply = await askAs(world, actor, nameOf(cell), { ...request, path: path + byKey, cookie });
    return seenIn(reply, [race.id, race.tapId]);
  };

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
];
