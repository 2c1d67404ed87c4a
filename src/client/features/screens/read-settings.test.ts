import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

const read = (query: string) => readSettings(new URLSearchParams(query));

test('[SC7] colours are six or eight hexadecimal digits, with or without #', () => {
  expect(read('bg=0d1410e6&color=%23FFFFFF&accent=b8f03a')).toMatchObject({
    background: '#0d1410e6',
    color: '#FFFFFF',
    accent: '#b8f03a',
  });
  expect(read('bg=none').background).toBe('transparent');
});

test.each(['red', 'fff', '12345', 'url(x)', '0d1410;color:red', 'ffffffff0', 'none'])(
  '[SC7] %s is no colour of the text: the own colour stays',
  (color) => expect(read(`color=${encodeURIComponent(color)}`).color).toBeNull(),
);

test('[SC7] numbers are held within their bounds, and anything else is left at its default', () => {
  expect([read('size=10').size, read('size=999').size, read('size=1e2').size]).toEqual([50, 300, 100]);
  expect([read('columns=9').columns, read('columns=0').columns, read('columns=x').columns]).toEqual([4, 1, null]);
  expect(read('show=everything&theme=pink')).toMatchObject({ show: 'last', theme: 'auto' });
});
