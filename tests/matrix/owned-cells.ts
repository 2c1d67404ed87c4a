import { randomUUID } from 'node:crypto';
import { type ActorName, actorOf, actors } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, seenIn, type World } from './cell.ts';
import { expectAccount, type Outcome } from './rules.ts';
import type { Call } from './wire.ts';

export type On = 'own' | "other's" | 'missing';

/** Things of accounts that are called by an id: series, tables, racers. */
export interface Owned {
  readonly what: string;
  /** The call that lists one's own. */
  readonly list?: string;
  /** By method and path. */
  readonly requests: Readonly<Record<string, (id: string) => Omit<Call, 'cookie' | 'method'>>>;
  readonly expect: (name: string, actor: ActorName, on: On) => Outcome;
  readonly make: (world: World, actor: ActorName) => Promise<string>;
}

export function ownedCells({ what, list, requests, expect, make }: Owned): Cell[] {
  const lists = list === undefined ? [] : actors.map((actor) => listCell(what, list, actor));
  const others = Object.entries(requests).flatMap(([name, request]) =>
    actors.flatMap((actor) => {
      const own: readonly On[] = actorOf[actor].session === 'account' ? ['own'] : [];
      return [...own, "other's" as const, 'missing' as const].map((on): Cell => {
        const cell: Cell = {
          action: `${what} (${name})`,
          actor,
          target: on,
          expected: expect(name, actor, on),
          buildsFirst: true,
          async attempt(world) {
            const whose = on === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
            const id = on === 'missing' ? randomUUID() : await make(world, whose);
            const { cookie } = personOf(world, actor);
            const method = name.split(' ')[0] as Call['method'] & string;
            const call = { method, ...request(id), cookie };
            return seenIn(await askAs(world, actor, nameOf(cell), call), [id]);
          },
        };
        return cell;
      });
    }),
  );
  return [...lists, ...others];
}

function listCell(what: string, path: string, actor: ActorName): Cell {
  const cell: Cell = {
    action: `${what} (GET ${path})`,
    actor,
    target: '-',
    expected: expectAccount(actor, 'account-required'),
    attempt: async (world) =>
      seenIn(await askAs(world, actor, nameOf(cell), { path, cookie: personOf(world, actor).cookie }), []),
  };
  return cell;
}
