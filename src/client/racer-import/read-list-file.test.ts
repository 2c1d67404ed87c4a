import { expect, test } from 'vitest';
import { decodeList, MAX_LIST_BYTES, readListFile } from './read-list-file.ts';

test.each([
  ['UTF-8', [0x5a, 0x6f, 0xc3, 0xab]],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab]],
  ['UTF-16, little end first', [0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0]],
  ['UTF-16, big end first', [0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb]],
  ['UTF-16 without a mark', [0x5a, 0, 0x6f, 0, 0xeb, 0]],
  ['the old Windows page', [0x5a, 0x6f, 0xeb]],
])('a list in %s keeps its accents', (_, bytes) => {
  expect(decodeList(new Uint8Array(bytes))).toBe('Zoë');
});

test('a file that cannot be a list is refused by its size', async () => {
  expect(await readListFile(new Blob(['Ada']))).toEqual({ ok: true, value: 'Ada' });
  expect(await readListFile(new Blob([new Uint8Array(MAX_LIST_BYTES + 1)]))).toEqual({ ok: false, error: 'too-large' });
});

test.each([
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
])('a workbook (%s) is told from a list, however large it is', async (_, bytes) => {
  const file = new Blob([new Uint8Array(bytes), new Uint8Array(MAX_LIST_BYTES)]);
  expect(await readListFile(file)).toEqual({ ok: false, error: 'spreadsheet' });
});
