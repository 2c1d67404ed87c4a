import { operatorPaths } from '../../src/protocol/operator.ts';
import { actors } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type Seen, seenIn, type World } from './cell.ts';
import { logIn, setVerified, signUp } from './people.ts';
import type { Outcome } from './rules.ts';
import { METRICS_TOKEN, NAMED_AND_NOT_VERIFIED, OPERATOR } from './running-server.ts';

/**
 * O1, O2: the outcome for every actor, with or without a session; 'status 302' is the redirect to /landing of any
 * unknown path.
 */
const rows: Readonly<Record<keyof typeof operatorPaths, Outcome>> = {
  page: 'status 302',
  figures: 'not-found',
  metrics: 'unauthenticated',
};

const actionOf = (name: string): string => `operator ${name} (${operatorPaths[name as keyof typeof rows]})`;

export function operatorCells(): Cell[] {
  const cells = Object.entries(rows).flatMap(([name, expected]) => {
    const path = operatorPaths[name as keyof typeof rows];
    return actors.flatMap((actor) => {
      const cell = (target: Cell['target'], asked: string): Cell => {
        const made: Cell = {
          action: actionOf(name),
          actor,
          target,
          expected,
          mustLookAlike: true,
          async attempt(world) {
            const { cookie } = personOf(world, actor);
            return seenIn(await askAs(world, actor, nameOf(made), { path: asked, cookie }), []);
          },
        };
        return made;
      };
      // The metrics token belongs to no person, so this path need not look like a missing one.
      if (name === 'metrics') return [cell('-', path)];
      return [cell("other's", path), cell('missing', path.replace('operator', 'nothing'))];
    });
  });
  return [...cells, ...namedCells()];
}

/** Accounts named in the configuration, which play no other role here: they sign up for these cells. */
function namedCells(): Cell[] {
  const by = (who: string, name: keyof typeof rows, expected: Outcome, attempt: Attempt): Cell => ({
    action: `${actionOf(name)} by ${who}`,
    actor: 'newcomer',
    target: '-',
    expected,
    buildsFirst: true,
    attempt: (world) => attempt(world, operatorPaths[name]),
  });
  const asOperator = (world: World, path: string) => tryAs(world, path, OPERATOR, true);
  const asNotVerified = (world: World, path: string) => tryAs(world, path, NAMED_AND_NOT_VERIFIED, false);
  return [
    by('whom the configuration names', 'page', 'allowed', asOperator),
    by('whom the configuration names', 'figures', 'allowed', asOperator),
    by('whom it names, not verified', 'page', rows.page, asNotVerified),
    by('whom it names, not verified', 'figures', rows.figures, asNotVerified),
    by('the token', 'metrics', 'allowed', async (world, path) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      return seenIn(await askAs(world, 'newcomer', 'the metrics', { path, headers }), []);
    }),
  ];
}

type Attempt = (world: World, path: string) => Promise<Seen>;

async function tryAs(world: World, path: string, email: string, isVerified: boolean): Promise<Seen> {
  const { server } = world;
  const known = await server.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  const { cookie, userId } = await (known === undefined ? signUp(server, email) : logIn(server.url, email));
  await setVerified(server, userId, isVerified);
  return seenIn(await askAs(world, 'newcomer', path, { path, cookie }), []);
}
