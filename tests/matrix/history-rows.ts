import { randomUUID } from 'node:crypto';
import { historyPaths, mergePath } from '../../src/protocol/history.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createRacer } from '../support/commands.ts';
import { type ActorName, actorOf, actors } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, seenIn, type World } from './cell.ts';
import { expectAccount, isAllowed, type Outcome } from './rules.ts';
import { call, type Call } from './wire.ts';

type On = 'own' | "other's" | 'missing';

const pathOf = (path: string, racerId: string): string => path.replace(':racerId', racerId);

const requests: Readonly<Record<string, (racerId: string) => Omit<Call, 'cookie'>>> = {
  [`GET ${historyPaths.one}`]: (racerId) => ({ method: 'GET', path: pathOf(historyPaths.one, racerId) }),
  [`GET ${historyPaths.series}`]: (racerId) => ({ method: 'GET', path: pathOf(historyPaths.series, racerId) }),
  [`GET ${historyPaths.merge}`]: (racerId) => ({ method: 'GET', path: mergePath(racerId, racerId) }),
  [`POST ${historyPaths.link}`]: (racerId) => ({
    method: 'POST',
    path: pathOf(historyPaths.link, racerId),
    body: { isOn: true },
  }),
};

/** HI8: for everybody but the owner a racer without a link does not exist, and only an account has any. */
function expectHistory(name: string, actor: ActorName, on: On): Outcome {
  const isForAccounts = name.startsWith('POST') || name.endsWith(historyPaths.merge);
  const seen = isForAccounts ? expectAccount(actor, 'account-required') : 'allowed';
  if (!isAllowed(seen)) return seen;
  // Accounts read their own series: a racer of another library stands in none, and is told from no other.
  if (name.endsWith(historyPaths.series) && actorOf[actor].session === 'account') return 'allowed';
  if (name.endsWith(historyPaths.merge)) return on === 'own' ? 'racer-with-itself' : 'racer-not-found';
  return on === 'own' ? seen : 'racer-history-not-found';
}

async function makeRacer({ server, people }: World, actor: ActorName): Promise<string> {
  const racerId = randomUUID();
  const { cookie } = people.of[actor];
  await call(server.url, { method: 'POST', path: api.commands, cookie, body: batchOf(createRacer(racerId)) });
  return racerId;
}

export function historyCells(): Cell[] {
  return Object.entries(requests).flatMap(([name, request]) =>
    actors.flatMap((actor) => {
      const own: readonly On[] = actorOf[actor].session === 'account' ? ['own'] : [];
      return [...own, "other's" as const, 'missing' as const].map((on): Cell => {
        const cell: Cell = {
          action: `history of a racer (${name})`,
          actor,
          target: on,
          expected: expectHistory(name, actor, on),
          buildsFirst: true,
          async attempt(world) {
            const whose = on === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
            const racerId = on === 'missing' ? randomUUID() : await makeRacer(world, whose);
            const { cookie } = personOf(world, actor);
            return seenIn(await askAs(world, actor, nameOf(cell), { ...request(racerId), cookie }), [racerId]);
          },
        };
        return cell;
      });
    }),
  );
}
