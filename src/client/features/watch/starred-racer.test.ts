import { expect, test } from 'vitest';
import { keepStarred, readStarred } from './starred-racer.ts';

function memory(first: string | null = null) {
  let kept = first;
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}

test('[SP4] a device follows one racer in each event, until it follows another or nobody', () => {
  const storage = memory();
  keepStarred('hill', 'ada', storage);
  keepStarred('river', 'bo', storage);
  keepStarred('hill', 'cy', storage);
  expect([readStarred('hill', storage), readStarred('river', storage)]).toEqual(['cy', 'bo']);
  keepStarred('hill', null, storage);
  expect([readStarred('hill', storage), readStarred('river', storage)]).toEqual([null, 'bo']);
});

test('[SP4] the oldest of many events is forgotten', () => {
  const storage = memory();
  for (let index = 0; index < 60; index += 1) keepStarred(`event ${index}`, 'ada', storage);
  expect(readStarred('event 0', storage)).toBeNull();
  expect(readStarred('event 59', storage)).toBe('ada');
});

test.each(['', 'no json', '{}', '[1, ["a"], ["a", 2], null]'])(
  '[SP4] what another program wrote is ignored: %s',
  (text) => {
    const storage = memory(text);
    expect(readStarred('a', storage)).toBeNull();
    keepStarred('a', 'ada', storage);
    expect(readStarred('a', storage)).toBe('ada');
  },
);
