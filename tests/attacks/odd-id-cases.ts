import { randomUUID } from 'node:crypto';
import { operations } from '../support/all-operations.ts';
import { call } from '../matrix/wire.ts';
import { type AttackCase, THIRD_ATTACK } from './case.ts';
import { newRace, signUpConfirmed } from './people.ts';

/** Written as they stand in an address. */
const ODD = ['%00', 'a'.repeat(10_000), encodeURIComponent('🏁'), '..%2f'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Ids that no row can have: each is refused as the caller's mistake, by every path and on every engine. */
export const oddIdCases: readonly AttackCase[] = [
  {
    id: '52',
    severity: 'low',
    title: 'Ids with zero bytes, of ten thousand characters, of emoji, and ways out, in every path',
    found: THIRD_ATTACK,
    isShort: true,
    onNodes: true,
    async run(target) {
      const { url } = target;
      const owner = await signUpConfirmed(target);
      const { eventId } = await newRace(target, owner);
      const paths = [...new Set(operations.map(({ path }) => path))].filter((path) => path.includes(':'));
      const failed: string[] = [];
      let asked = 0;
      for (const path of paths) {
        const names = path.match(/:\w+/g)!;
        const inPlaceOf = (each: string, odd: string) =>
          path.replaceAll(/:\w+/g, (name) => (name === each ? odd : name === ':eventId' ? eventId : randomUUID()));
        const tries = names.flatMap((each) => ODD.flatMap((odd) => METHODS.map((method) => ({ each, odd, method }))));
        asked += tries.length;
        await Promise.all(
          tries.map(async ({ each, odd, method }) => {
            const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
            const { status } = await call(url, {
              method,
              path: inPlaceOf(each, odd),
              cookie: owner.cookie,
              ...(hasBody && { body: { isOn: true } }),
            });
            if (status >= 500) failed.push(`${method} ${path} with ${odd.slice(0, 12)}`);
          }),
        );
      }
      const first = failed[0] === undefined ? '' : `, first ${failed[0]}`;
      return { isOpen: failed.length > 0, figure: `${failed.length} of ${asked} requests failed inside${first}` };
    },
  },
];
