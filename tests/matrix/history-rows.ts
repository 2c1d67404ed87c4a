import { randomUUID } from 'node:crypto';
import { historyPaths, mergePath } from '../../src/protocol/history.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createRacer } from '../support/commands.ts';
import { type ActorName, actorOf } from './actors.ts';
import type { Cell, World } from './cell.ts';
import { type On, type Owned, ownedCells } from './owned-cells.ts';
import { expectAccount, isAllowed, type Outcome } from './rules.ts';
import { call } from './wire.ts';

const pathOf = (path: string, racerId: string): string => path.replace(':racerId', racerId);

const requests: Owned['requests'] = {
  [`GET ${historyPaths.one}`]: (racerId) => ({ path: pathOf(historyPaths.one, racerId) }),
  [`GET ${historyPaths.series}`]: (racerId) => ({ path: pathOf(historyPaths.series, racerId) }),
  [`GET ${historyPaths.merge}`]: (racerId) => ({ path: mergePath(racerId, racerId) }),
  [`POST ${historyPaths.link}`]: (racerId) => ({
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

export const historyCells = (): Cell[] =>
  ownedCells({ what: 'history of a racer', requests, expect: expectHistory, make: makeRacer });
