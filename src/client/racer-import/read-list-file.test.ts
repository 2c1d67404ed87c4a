import { expect, test } from 'vitest';
import { writeWorkbook, writeZip } from '../../../tests/support/workbooks/write-workbook.ts';
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
  ['.xls, or .xlsx with a password', [0xd0, 0xcf, 0x11, 0xe0], 'spreadsheet'],
  ['.ods', writeZip({ 'content.xml': '<office/>' }), 'spreadsheet'],
  ['.xlsx that is damaged', [0x50, 0x4b, 0x03, 0x04], 'unreadable'],
  ['.xlsx without a list', writeWorkbook({}), 'workbook-empty'],
  [
    '.xlsx that unpacks to more than a list',
    writeWorkbook({ more: { 'xl/styles.xml': { content: '', saidSize: 1e9 } } }),
    'workbook-too-large',
  ],
])('[SL8] %s is refused', async (_, bytes, error) => {
  expect(await readListFile(new Blob([new Uint8Array(bytes)]))).toEqual({ ok: false, error });
});

test('[SL8] a workbook is known by its content, whatever its name', async () => {
  const rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>Zoë</t></is></c></row>';
  expect(await readListFile(new Blob([writeWorkbook({ rows })]))).toEqual({ ok: true, value: 'Zoë' });
});
