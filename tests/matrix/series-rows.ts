import { randomUUID } from 'node:crypto';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { seriesPaths } from '../../src/protocol/series-paths.ts';
import { type ActorName, actorOf, actors } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, seenIn, type World } from './cell.ts';
import { expectAccount, isAllowed, type Outcome } from './rules.ts';
import { call, type Call } from './wire.ts';

type On = 'own' | "other's" | 'missing';
type Request = (seriesId: string) => Omit<Call, 'cookie'>;

const document = { name: 'Winter league', rules: plainSeries, eventIds: [], helpers: [] };
const pathOf = (path: string, seriesId: string): string => path.replace(':seriesId', seriesId);

const requests: Readonly<Record<string, Request>> = {
  [`GET ${seriesPaths.one}`]: (seriesId) => ({ method: 'GET', path: pathOf(seriesPaths.one, seriesId) }),
  [`GET ${seriesPaths.csv}`]: (seriesId) => ({ method: 'GET', path: pathOf(seriesPaths.csv, seriesId) }),
  [`PUT ${seriesPaths.one}`]: (seriesId) => ({
    method: 'PUT',
    path: pathOf(seriesPaths.one, seriesId),
    body: { version: 1, document },
  }),
  [`DELETE ${seriesPaths.one}`]: (seriesId) => ({ method: 'DELETE', path: pathOf(seriesPaths.one, seriesId) }),
  [`POST ${seriesPaths.link}`]: (seriesId) => ({
    method: 'POST',
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

export function seriesCells(): Cell[] {
  const list = actors.map((actor): Cell => {
    const cell: Cell = {
      action: `series (GET ${seriesPaths.list})`,
      actor,
      target: '-',
      expected: expectAccount(actor, 'account-required'),
      async attempt(world) {
        const { cookie } = personOf(world, actor);
        return seenIn(await askAs(world, actor, nameOf(cell), { path: seriesPaths.list, cookie }), []);
      },
    };
    return cell;
  });
  const others = Object.entries(requests).flatMap(([name, request]) =>
    actors.flatMap((actor) => {
      const own: readonly On[] = actorOf[actor].session === 'account' ? ['own'] : [];
      return [...own, "other's" as const, 'missing' as const].map((on): Cell => {
        const cell: Cell = {
          action: `series (${name})`,
          actor,
          target: on,
          expected: expectSeries(name, actor, on),
          buildsFirst: true,
          async attempt(world) {
            const whose = on === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
            const seriesId = on === 'missing' ? randomUUID() : await makeSeries(world, whose);
            const { cookie } = personOf(world, actor);
            return seenIn(await askAs(world, actor, nameOf(cell), { ...request(seriesId), cookie }), [seriesId]);
          },
        };
        return cell;
      });
    }),
  );
  return [...list, ...others];
}
