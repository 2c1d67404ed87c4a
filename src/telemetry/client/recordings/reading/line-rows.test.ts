import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { parseDigits } from '../../../domain/table/cells.ts';
import { lineRows, takeRows } from '../../../domain/table/rows.ts';

const cell = fc.oneof(
  fc.constantFrom('', '0', '-12.25', '1e3', 'NaN', '4,5', '#', ' 7', '"', '"a"', '"a,b"', '"a""b"', '"x" ', 'a"b'),
  fc.stringMatching(/^[a-z0-9., "-]{0,8}$/),
);
const text = fc
  .array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 })
  .map((rows) => rows.map((row) => row.join(',')).join('\n'));

test('[DT38] lines are split as papaparse splits them, or left to it', () => {
  fc.assert(
    fc.property(text, (written) => {
      const rows = lineRows(written, ',', written.includes('"'), 1_000);
      const { data, errors } = Papa.parse<string[]>(written, { delimiter: ',', newline: '\n' });
      // A mark that is not closed, or in the middle of a cell: the caller asks papaparse.
      if (rows === null) {
        expect(written).toContain('"');
        return;
      }
      // Blanks between a mark and the end of the line are a fault for papaparse alone.
      if (errors.length > 0) {
        expect(written).toMatch(/" +$/m);
        return;
      }
      // Papaparse finds no row in an empty text.
      expect(takeRows(rows, 0, rows.length)).toEqual(written === '' ? [['']] : data);
    }),
    { numRuns: 2_000 },
  );
});

test('[DT38] picked columns hold what the whole row has in them, and their plain numbers', () => {
  fc.assert(
    fc.property(text, fc.subarray([0, 1, 2, 3, 7], { minLength: 1 }), (written, columns) => {
      const rows = lineRows(written, ',', written.includes('"'), 1_000);
      for (let index = 0; index < (rows?.length ?? 0); index += 1) {
        const whole = rows!.at(index);
        const picked = rows!.pick(index, columns);
        if (picked === null) expect(whole.length).toBe(1);
        else {
          const expected = columns.map((column) => whole[column] ?? '');
          expect(columns.map((column) => picked.cell(column))).toEqual(expected);
          expect(columns.map((column) => picked.digits(column))).toEqual(expected.map((each) => parseDigits(each)));
        }
      }
    }),
  );
});

test('[DT38] only so many lines are rows', () => {
  expect(lineRows('a\nb\nc', ',', false, 2)).toMatchObject({ length: 2 });
});
