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

test('[EX16] a spreadsheet of 100,000 rows is refused, as a workbook and as CSV, in a moment', async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `Racer ${index}`);
  expect(await readListFile(new Blob([lines.join('\r\n')]))).toEqual({ ok: false, error: 'too-many-lines' });
  expect(await readListFile(new Blob([`${lines.slice(0, 10_000).join('\n')}\n`]))).toMatchObject({ ok: true });
  const rows = lines.map(
    (name, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>${name}</t></is></c></row>`,
  );
  const workbook = writeWorkbook({ rows: rows.join('') });
  expect(await readListFile(new Blob([workbook]))).toEqual({ ok: false, error: 'workbook-too-large' });
});

test('[EX16] a formula in a name is read as the text that it is, and a cell with a formula as what it shows', async () => {
  const cells = '<c r="A1" t="inlineStr"><is><t>=cmd|x</t></is></c><c r="B1" t="str"><f>A9</f><v>Ada</v></c>';
  const rows = `<row r="1">${cells}</row>`;
  expect(await readListFile(new Blob([writeWorkbook({ rows })]))).toEqual({ ok: true, value: '=cmd|x\tAda' });
});
