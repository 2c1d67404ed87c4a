import { expect, test } from 'vitest';
import { type EpochMs, epochMs } from '../../domain/units.ts';
import { aReader } from '../../../tests/support/readers.ts';
import { createKeptPages, type PublicPage } from './kept-pages.ts';

function open() {
  let now = 0;
  let made = 0;
  const pages = createKeptPages({ now: (): EpochMs => epochMs(now) });
  const ask = (version: string, { takes = 0, name = 'page', length = 10 } = {}) =>
    pages.get(name, version, aReader, async (): Promise<PublicPage> => {
      made += 1;
      now += takes;
      const html = 'x'.repeat(length);
      return { page: { html, nonce: '', compress: async () => Buffer.from('') }, isIndexed: false };
    });
  return {
    ask,
    pass: (ms: number) => (now += ms),
    get made() {
      return made;
    },
  };
}

test('one rendering serves all who ask for the same version within two seconds', async () => {
  const kept = open();
  await Promise.all([kept.ask('1'), kept.ask('1')]);
  kept.pass(1999);
  await kept.ask('1');
  expect(kept.made).toBe(1);
  kept.pass(1);
  await kept.ask('1');
  expect(kept.made).toBe(2);
  await kept.ask('2');
  expect(kept.made).toBe(3);
});

test('what took long to make is kept twenty times as long', async () => {
  const kept = open();
  await kept.ask('1', { takes: 500 });
  kept.pass(9_999);
  await kept.ask('1', { takes: 500 });
  expect(kept.made).toBe(1);
  kept.pass(1);
  await kept.ask('1', { takes: 500 });
  expect(kept.made).toBe(2);
});

test('large pages of many events do not pile up', async () => {
  const kept = open();
  for (const name of ['one', 'two', 'three']) await kept.ask('1', { name, length: 20_000_000 });
  await kept.ask('1', { name: 'three', length: 1 });
  expect(kept.made).toBe(3);
  await kept.ask('1', { name: 'one', length: 1 });
  expect(kept.made).toBe(4);
});
