import { describe, expect, test } from 'vitest';
import { MAX_ROWS } from '../../domain/racers/import/workbook/read-sheet.ts';
import {
  workbookOf,
  type WorkbookParts,
  writeWorkbook,
  writeZip,
} from '../../../tests/support/workbooks/write-workbook.ts';
import { MAX_UNPACKED_BYTES, MAX_WORKBOOK_BYTES, readWorkbookFile } from './read-workbook.ts';

const read = (bytes: Uint8Array<ArrayBuffer>) => readWorkbookFile(new Blob([bytes]));
const readRows = (rows: string, parts: WorkbookParts = {}) => read(writeWorkbook({ rows, ...parts }));
const number = (address: string, value: number | string, style = 0) =>
  `<c r="${address}" s="${style}"><v>${value}</v></c>`;
const text = (address: string, value: string) => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (at: number, ...cells: readonly string[]) => `<row r="${at}">${cells.join('')}</row>`;

describe('[SL8] a workbook becomes the text that its cells give when they are pasted', () => {
  test('as openpyxl writes it', async () => {
    expect(await read(workbookOf('openpyxl'))).toEqual({
      ok: true,
      value: [
        'No.\tFirst\tLast\tClub\tCategory\tStart',
        '1\tAda\tSwift\t"Mill, Lane"\tU18\t18:31:00',
        '2\t"Bo ""B"""\tQuick\tMill Lane\tU16\t18:31:30',
        '',
        '007\tZoë\tÆrø\tA & <B>\tU18 U20\t18:32:00',
        '46\tعلي\t🚴\t\tW\t18:32:30',
      ].join('\n'),
    });
  });

  test('as XlsxWriter writes it: numbers with noughts in front, rich text, a formula, behind an empty sheet', async () => {
    const lines = (await read(workbookOf('xlsxwriter'))) as { readonly value: string };
    expect(lines.value.split('\n').slice(1)).toEqual([
      '001\tAda\tSwift\t"Mill, Lane"\tU18\t18:31:00',
      '002\t"Bo ""B"""\tQuick\tMill Lane\tU16\t18:31:30',
      '',
      '007\tZoë\tÆrø\tA & <B>\tU18 U20\t18:32:00',
      '046\tعلي\t🚴\t\tW\t18:32:30',
      '',
      '\tRich text',
      '\tAda Swift',
    ]);
  });

  test('rows and cells without an address follow one another; failed formulas and unknown texts are empty', async () => {
    const rows = `<row><c><v>7.0</v></c><c t="s"><v>0</v></c><c t="s"><v>9</v></c><c t="e"><v>#N/A</v></c></row>
<row><c t="b"><v>1</v></c><c t="str"><f>A1</f></c><c t="str"><f>A1</f><v>seven</v></c></row>`;
    const strings = ['<r><t>Ada_x000D_</t></r><r><t>&amp; Bo</t></r><rPh sb="0" eb="1"><t>reading</t></rPh>'];
    expect(await readRows(rows, { strings })).toEqual({ ok: true, value: '7\tAda & Bo\nTRUE\t\tseven' });
  });

  test('cells beyond the last column are not read', async () => {
    const rows = row(1, text('A1', 'Ada'), text('AN1', 'last'), text('AO1', 'beyond'), text('ZZZZZZZZZZZZ1', 'far'));
    expect(await readRows(rows)).toEqual({ ok: true, value: `Ada${'\t'.repeat(39)}last` });
  });
});

describe('[SL8] what a workbook may cost', () => {
  test('a file, a part or the parts together above the limit are refused before anything is unpacked', async () => {
    const tooLarge = { ok: false, error: 'too-large' };
    expect(await read(new Uint8Array(MAX_WORKBOOK_BYTES + 1))).toEqual(tooLarge);
    const big = { content: 'x', saidSize: MAX_UNPACKED_BYTES };
    expect(await read(writeWorkbook({ more: { 'xl/sharedStrings.xml': big } }))).toEqual(tooLarge);
    // Pictures are not read, so their size does not count.
    const picture = { content: '', saidSize: MAX_UNPACKED_BYTES };
    expect(await read(writeWorkbook({ more: { 'xl/media/logo.png': picture } }))).toEqual({
      ok: false,
      error: 'empty',
    });
  });

  test('unpacking stops at the size that the directory says', async () => {
    const bomb = { content: new Uint8Array(64 * 1024 * 1024), saidSize: 1000 };
    expect(await read(writeWorkbook({ more: { 'xl/styles.xml': bomb } }))).toEqual({ ok: false, error: 'unreadable' });
  });

  test('one cell far down does not make a list of a million lines', async () => {
    expect(await readRows(row(MAX_ROWS, text(`A${MAX_ROWS}`, 'Ada')))).toMatchObject({ ok: true });
    for (const at of [MAX_ROWS + 1, 1_048_576, 999_999_999]) {
      expect(await readRows(row(at, text(`A${at}`, 'Ada')))).toEqual({ ok: false, error: 'too-large' });
    }
    expect(await readRows(row(1, text('A1', 'Ada')) + row(1_048_576, '<c r="A1048576" s="1"/>'))).toMatchObject({
      ok: true,
      value: 'Ada',
    });
  });

  test('a long text that many cells refer to counts each time', async () => {
    const cell = (_: unknown, at: number) => row(at + 1, `<c r="A${at + 1}" t="s"><v>0</v></c>`);
    const strings = [`<t>${'x'.repeat(1024 * 1024)}</t>`];
    expect(await readRows(Array.from({ length: 3 }, cell).join(''), { strings })).toEqual({
      ok: false,
      error: 'too-large',
    });
  });
});

describe('[SL8] a damaged workbook is refused whole', () => {
  const good = writeWorkbook({ rows: row(1, text('A1', 'Ada')) });

  test('cut off anywhere, it gives no list', async () => {
    for (let length = 0; length < good.length; length += 37) {
      expect(await read(good.slice(0, length))).toEqual({ ok: false, error: 'unreadable' });
    }
  });

  test('with any byte changed, it gives an answer', async () => {
    for (let at = 0; at < good.length; at += 5) {
      const damaged = good.slice();
      damaged[at] = damaged[at]! ^ 0xff;
      expect(await read(damaged)).toHaveProperty('ok');
    }
  });

  test.each([
    ['a sheet that ends early', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1">' }],
    ['entities of its own', { 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst></sst>' }],
    ['a part with a password', { 'xl/worksheets/sheet1.xml': { content: 'x', isEncrypted: true } }],
    ['a stored part of another size', { 'xl/styles.xml': { content: 'x', isStored: true, saidSize: 7 } }],
  ])('%s', async (_, more) => {
    expect(await read(writeWorkbook({ more }))).toEqual({ ok: false, error: 'unreadable' });
  });

  test('other archives are told from workbooks, and empty workbooks from lists', async () => {
    expect(await read(writeZip({ 'content.xml': '<office/>' }))).toEqual({ ok: false, error: 'other' });
    expect(await read(writeWorkbook({}))).toEqual({ ok: false, error: 'empty' });
  });
});

test('[SL8] hidden sheets are not read', async () => {
  const workbook = '<workbook><sheets><sheet name="a" r:id="rId1" state="hidden"/></sheets></workbook>';
  const rows = row(1, text('A1', 'Ada'));
  expect(await readRows(rows, { more: { 'xl/workbook.xml': workbook } })).toEqual({ ok: false, error: 'empty' });
});

describe('[SL17] times, dates and numbers are written as the cells show them', () => {
  const formats = [
    'h:mm',
    'hh:mm:ss',
    'yyyy\\-mm\\-dd',
    '[h]:mm:ss',
    '000',
    '0.00',
    '[$-409]d/m/yyyy h:mm AM/PM',
    '&quot;s&quot;0',
  ];
  const show = async (value: number | string, style: number) => {
    const result = await readRows(row(1, number('A1', value, style)), { formats });
    return result.ok ? result.value : result.error;
  };

  test.each([
    [0.7715277777777778, 1, '18:31'],
    [0.771875, 1, '18:31:30'],
    [0.7715277777777778, 2, '18:31:00'],
    [46343.7715277778, 2, '18:31:00'],
    [0.7715277835648148, 2, '18:31:00.001'],
    [46343, 3, '2026-11-17'],
    [1.5, 4, '36:00:00'],
    [1.5, 2, '12:00:00'],
    [7, 5, '007'],
    [1234, 5, '1234'],
    [7.5, 6, '7.5'],
    [46343.7715277778, 7, '18:31'],
    [7, 8, '7'],
    ['7.0', 0, '7'],
    ['7E0', 0, '7'],
    [0.30000000000000004, 6, '0.3'],
    [0.25, 0, '6:00:00'],
    [9.3, 0, '9.3'],
    [-1, 2, '-1'],
    [1e300, 2, '1e+300'],
    ['seven', 0, 'seven'],
  ])('%s in format %s is %s', async (value, style, shown) => {
    expect(await show(value, style)).toBe(shown);
  });

  test('every second of a day, as Excel stores it behind a date, is that second', async () => {
    const seconds = Array.from({ length: 8640 }, (_, at) => at * 10);
    const rows = seconds.map((second, at) =>
      row(at + 1, number(`A${at + 1}`, (46_343 + second / 86_400).toPrecision(15), 2)),
    );
    const result = await readRows(rows.join(''), { formats });
    const two = (value: number) => String(value).padStart(2, '0');
    const wanted = seconds.map(
      (second) => `${Math.floor(second / 3600)}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`,
    );
    expect(result.ok && result.value.split('\n')).toEqual(wanted);
  });

  test('times of one column are written alike: 0:01 under 0:00:30 would be a second', async () => {
    const rows = [0, 30, 60].map((second, at) => row(at + 1, number(`A${at + 1}`, second / 86_400, 1)));
    expect(await readRows(rows.join(''), { formats })).toEqual({ ok: true, value: '0:00:00\n0:00:30\n0:01:00' });
  });

  test('days are counted from 1904 where the workbook says so', async () => {
    const workbook = `<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>`;
    const rows = row(1, number('A1', 44_881, 3));
    expect(await readRows(rows, { formats, more: { 'xl/workbook.xml': workbook } })).toMatchObject({
      value: '2026-11-17',
    });
  });
});
