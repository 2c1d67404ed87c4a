import { randomUUID } from 'node:crypto';
import { api } from '../../src/protocol/routes.ts';
import { call } from '../matrix/wire.ts';
import { batchOf, tap } from '../support/commands.ts';
import type { AttackCase } from './case.ts';
import { signUp } from './people.ts';
import { compareWithPlain, measurePlain } from './plain.ts';

const LONG_PATH = 15_000;
/** As many keys as fit into the largest body. */
const MANY_KEYS = 90_000;
const BRACKETS = 1_000_000;

async function costOfSome(target: Parameters<AttackCase['run']>[0], count: number, request: () => Promise<unknown>) {
  return (
    (await target.costMs(async () => {
      for (let index = 0; index < count; index += 1) await request();
    })) / count
  );
}

export const processorCases: readonly AttackCase[] = [
  {
    id: '1',
    severity: 'high',
    isAlone: true,
    title: 'A long path, nobody signed in',
    isShort: true,
    async run(target) {
      const plain = await measurePlain(target);
      const path = `/${'a'.repeat(LONG_PATH)}`;
      return compareWithPlain(await costOfSome(target, 3, () => call(target.url, { path })), plain);
    },
  },
  {
    id: '2a',
    severity: 'high',
    isAlone: true,
    title: 'Thousands of guest keys beside one command',
    isShort: true,
    async run(target) {
      const plain = await measurePlain(target);
      const { cookie } = await signUp(target);
      const keys = Object.fromEntries(Array.from({ length: MANY_KEYS }, (_, index) => [index, '']));
      const body = { ...batchOf(tap(randomUUID(), 'start', null)), keys };
      return compareWithPlain(
        await costOfSome(target, 2, () => call(target.url, { path: api.commands, cookie, body })),
        plain,
      );
    },
  },
  {
    id: '2b',
    severity: 'high',
    isAlone: true,
    title: 'A million brackets as a body',
    isShort: true,
    async run(target) {
      const plain = await measurePlain(target);
      const { cookie } = await signUp(target);
      const bytes = new TextEncoder().encode('['.repeat(BRACKETS / 2) + ']'.repeat(BRACKETS / 2));
      const headers = { 'content-type': 'application/json' };
      return compareWithPlain(
        await costOfSome(target, 2, () =>
          call(target.url, { method: 'POST', path: api.commands, cookie, bytes, headers }),
        ),
        plain,
      );
    },
  },
];
