import { randomUUID } from 'node:crypto';
import { handicapPaths } from '../../src/protocol/handicap-tables.ts';
import type { ActorName } from './actors.ts';
import type { Cell, World } from './cell.ts';
import { type On, type Owned, ownedCells } from './owned-cells.ts';
import { expectAccount, isAllowed, type Outcome } from './rules.ts';
import { call } from './wire.ts';

const table = { name: 'Club', version: '2026', rows: [[16_093, null, 'M', 40, 40, 60_000]] };
const pathOf = (path: string, tableId: string): string => path.replace(':tableId', tableId);

const requests: Owned['requests'] = {
  [`GET ${handicapPaths.one}`]: (tableId) => ({ path: pathOf(handicapPaths.one, tableId) }),
  [`PUT ${handicapPaths.one}`]: (tableId) => ({
    path: pathOf(handicapPaths.one, tableId),
    body: table,
  }),
  [`DELETE ${handicapPaths.one}`]: (tableId) => ({ path: pathOf(handicapPaths.one, tableId) }),
};

/** HC17: for everybody but its owner a table does not exist, and only an account has any. A missing one can be put. */
function expectTable(name: string, actor: ActorName, on: On): Outcome {
  const seen = expectAccount(actor, 'account-required');
  const isThere = on === 'own' || (on === 'missing' && name.startsWith('PUT'));
  return isAllowed(seen) && !isThere ? 'handicap-table-not-found' : seen;
}

const made = new WeakMap<World, Map<ActorName, string>>();

/** One table for each actor, put anew each time: an account may have twenty, and has had one deleted. */
async function makeTable(world: World, actor: ActorName): Promise<string> {
  const tables = made.get(world) ?? new Map<ActorName, string>();
  made.set(world, tables);
  const tableId = tables.get(actor) ?? randomUUID();
  tables.set(actor, tableId);
  const { cookie } = world.people.of[actor];
  const { status } = await call(world.server.url, {
    method: 'PUT',
    path: pathOf(handicapPaths.one, tableId),
    body: table,
    cookie,
  });
  if (status !== 200) throw new Error(`No table could be made: ${status}`);
  return tableId;
}

export const handicapCells = (): Cell[] =>
  ownedCells({ what: 'handicap tables', list: handicapPaths.list, requests, expect: expectTable, make: makeTable });
