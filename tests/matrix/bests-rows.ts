import { randomUUID } from 'node:crypto';
import type { BestsAnswer } from '../../src/protocol/history.ts';
import { api } from '../../src/protocol/routes.ts';
import { type ScreenKind, screenKinds } from '../../src/protocol/screen-address.ts';
import { createScreenKey } from '../../src/server/access/guest-keys.ts';
import { eventCommand, tap } from '../support/commands.ts';
import type { ActorName } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type Seen, seenIn, type World } from './cell.ts';
import type { Outcome } from './rules.ts';
import { keyOf, type Race } from './stage.ts';
import { parse, sendAll } from './wire.ts';

const TOLD = 'allowed with earlier times';
const NOT_TOLD = 'allowed without earlier times';

/** HI6: where the owner does not show personal bests, admins and the announcer's screen read them. */
export function bestsCells(): Cell[] {
  return [
    cellFor('owner', null, TOLD),
    cellFor('admin by email', null, TOLD),
    cellFor('guest admin', null, TOLD),
    cellFor('viewer', null, NOT_TOLD),
    cellFor('viewer with an account', null, NOT_TOLD),
    ...screenKinds.map((kind) => cellFor('screen', kind, kind === 'announcer' ? TOLD : NOT_TOLD)),
  ];
}

function cellFor(actor: ActorName, kind: ScreenKind | null, expected: Outcome): Cell {
  const cell: Cell = {
    action: `bests of a course${kind === null ? '' : ` by a screen made as ${kind}`}`,
    actor,
    target: 'own',
    expected,
    buildsFirst: true,
    attempt: (world) => readBests(world, cell, kind),
  };
  return cell;
}

async function readBests(world: World, cell: Cell, kind: ScreenKind | null): Promise<Seen> {
  const { actor } = cell;
  const race = await runTwice(world);
  const key = kind === null ? keyOf(world.stage, actor, 'own', race) : await makeScreen(world, race, kind);
  const path = api.bests.replace(':eventId', race.id) + (key === undefined ? '' : `?key=${key}`);
  const reply = await askAs(world, actor, nameOf(cell), { method: 'GET', path, cookie: personOf(world, actor).cookie });
  const describe = () => (race.racerId in parse<BestsAnswer>(reply).bests ? TOLD : NOT_TOLD);
  return seenIn(reply, [race.id], describe);
}

/** The second of two races of one racer on a course. */
async function runTwice({ server, stage, people }: World): Promise<Race> {
  const course = { name: `Hill ${randomUUID()}`, meters: 1000 };
  const [first, second] = [
    await stage.newRace('ours', { isLean: true }),
    await stage.newRace('ours', { isLean: true }),
  ];
  for (const { id } of [first, second]) {
    const set = eventCommand(id, { type: 'format.set', format: { course } });
    await sendAll(server.url, people.of.owner.cookie, {}, set);
  }
  await sendAll(server.url, people.of.owner.cookie, {}, tap(first.id, 'finish', first.racerId));
  return second;
}

async function makeScreen({ server }: World, { id }: Race, kind: ScreenKind): Promise<string> {
  const key = createScreenKey();
  const screen = { id: randomUUID(), eventId: id, name: kind, key, createdAt: 1, kind };
  await server.db.insertInto('screenKeys').values(screen).execute();
  return key;
}
