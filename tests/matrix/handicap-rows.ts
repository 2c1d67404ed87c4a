import { randomUUID } from 'node:crypto';
import { handicapPaths } from '../../src/protocol/handicap-tables.ts';
import { type ActorName, actorOf, actors } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, seenIn, type World } from './cell.ts';
import { expectAccount, isAllowed, type Outcome } from './rules.ts';
import { call, type Call } from './wire.ts';

type On = 'own' | "other's" | 'missing';
type Request = (tableId: string) => Omit<Call, 'cookie'>;

const table = { name: 'Club', version: '2026', rows: [[16_093, null, 'M', 40, 40, 60_000]] };
const pathOf = (path: string, tableId: string): string => path.replace(':tableId', tableId);

const requests: Readonly<Record<string, Request>> = {
  [`GET ${handicapPaths.one}`]: (tableId) => ({ method: 'GET', path: pathOf(handicapPaths.one, tableId) }),
  [`PUT ${handicapPaths.one}`]: (tableId) => ({
    method: 'PUT',
    path: pathOf(handicapPaths.one, tableId),
    body: table,
  }),
  [`DELETE ${handicapPaths.one}`]: (tableId) => ({ method: 'DELETE', path: pathOf(handicapPaths.one, tableId) }),
};

/** HC17: for everybody but its owner a table does not exist, and only an account has any. A missing one can be put. */
function expectTable(name: string, actor: ActorName, on: On): Outcome {
  const seen = expectAccount(actor, 'account-required');
  const isThere = on === 'own' || (on === 'missing' && name.startsWith('PUT'));
  return isAllowed(seen) && !isThere ? 'handicap-table-not-found' : seen;
}

async function makeTable(world: World, actor: ActorName): Promise<string> {
  const tableId = randomUUID();
  const { cookie } = world.people.of[actor];
  const path = pathOf(handicapPaths.one, tableId);
  await call(world.server.url, { method: 'PUT', path, cookie, body: table });
  return tableId;
}

export function handicapCells(): Cell[] {
  const list = actors.map((actor): Cell => {
    const cell: Cell = {
      action: `handicap tables (GET ${handicapPaths.list})`,
      actor,
      target: '-',
      expected: expectAccount(actor, 'account-required'),
      async attempt(world) {
        const { cookie } = personOf(world, actor);
        return seenIn(await askAs(world, actor, nameOf(cell), { path: handicapPaths.list, cookie }), []);
      },
    };
    return cell;
  });
  const others = Object.entries(requests).flatMap(([name, request]) =>
    actors.flatMap((actor) => {
      const own: readonly On[] = actorOf[actor].session === 'account' ? ['own'] : [];
      return [...own, "other's" as const, 'missing' as const].map((on): Cell => {
        const cell: Cell = {
          action: `handicap tables (${name})`,
          actor,
          target: on,
          expected: expectTable(name, actor, on),
          buildsFirst: true,
          async attempt(world) {
            const whose = on === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
            const tableId = on === 'missing' ? randomUUID() : await makeTable(world, whose);
            const { cookie } = personOf(world, actor);
            return seenIn(await askAs(world, actor, nameOf(cell), { ...request(tableId), cookie }), [tableId]);
          },
        };
        return cell;
      });
    }),
  );
  return [...list, ...others];
}
