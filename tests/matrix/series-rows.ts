import { randomUUID } from 'node:crypto';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { seriesPaths } from '../../src/protocol/series-paths.ts';
import type { ActorName } from './actors.ts';
import type { Cell, World } from './cell.ts';
import { type On, type Owned, ownedCells } from './owned-cells.ts';
import { expectAccount, isAllowed, type Outcome } from './rules.ts';
import { call } from './wire.ts';

const document = { name: 'Winter league', rules: plainSeries, eventIds: [], helpers: [] };
const pathOf = (path: string, seriesId: string): string => path.replace(':seriesId', seriesId);

const requests: Owned['requests'] = {
  [`GET ${seriesPaths.one}`]: (seriesId) => ({ path: pathOf(seriesPaths.one, seriesId) }),
  [`GET ${seriesPaths.csv}`]: (seriesId) => ({ path: pathOf(seriesPaths.csv, seriesId) }),
  [`PUT ${seriesPaths.one}`]: (seriesId) => ({
    path: pathOf(seriesPaths.one, seriesId),
    body: { version: 1, document },
  }),
  [`DELETE ${seriesPaths.one}`]: (seriesId) => ({ path: pathOf(seriesPaths.one, seriesId) }),
  [`POST ${seriesPaths.link}`]: (seriesId) => ({
    path: pathOf(seriesPaths.link, seriesId),
    body: { isOn: true },
  }),
};

/** SE1: for everybody but its owner a series without a link does not exist, and only an account has any. */
function expectSeries(name: string, actor: ActorName, on: On): Outcome {
  const seen = name.startsWith('GET') ? 'allowed' : expectAccount(actor, 'account-required');
  return isAllowed(seen) && on !== 'own' ? 'series-not-found' : seen;
}

export async function makeSeries(world: World, actor: ActorName): Promise<string> {
  const seriesId = randomUUID();
  const { cookie } = world.people.of[actor];
  const path = pathOf(seriesPaths.one, seriesId);
  await call(world.server.url, { method: 'PUT', path, cookie, body: { version: 0, document } });
  return seriesId;
}

export const seriesCells = (): Cell[] =>
  ownedCells({ what: 'series', list: seriesPaths.list, requests, expect: expectSeries, make: makeSeries });
