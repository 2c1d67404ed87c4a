import { deepStrictEqual } from 'node:assert/strict';
import type { Operation } from '../../src/server/http/operation.ts';
import { operations, shapes } from './all-operations.ts';

/**
 * Every answer in JSON that a test gets over HTTP has the shape that the document says, and nothing beside it. A field that is
 * sent and not described fails the test that asked for it.
 */
const calls = operations
  .toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)
  .map((operation) => ({ operation, path: new RegExp(`^${operation.path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

async function check({ path, answer, ...operation }: Operation, response: Response): Promise<void> {
  const isKept = operation.isKept === true;
  // A video has one too, for its ranges.
  if ((isKept || answer !== null) && response.headers.has('etag') !== isKept) throw new Error(`${path}: ETag or not?`);
  // A download is read as it comes.
  if (answer === null || answer === 'AccountData') return;
  const body: unknown = await response.clone().json();
  deepStrictEqual(shapes[answer]?.parse(body), body, `${path} is no ${answer}`);
}

const ask = globalThis.fetch;
const askAndCheck: typeof fetch = async (input, init) => {
  const response = await ask(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const method = (input instanceof Request ? input.method : (init?.method ?? 'GET')).toLowerCase();
  const called = calls.find((each) => each.operation.method === method && each.path.test(pathname));
  if (called !== undefined && response.status === (called.operation.status ?? 200)) {
    await check(called.operation, response);
  }
  return response;
};
// Files of tests share their globals.
if (!('isChecked' in ask)) globalThis.fetch = Object.assign(askAndCheck, { isChecked: true });
