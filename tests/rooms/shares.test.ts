import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allCases } from '../attacks/cases.ts';

const TITLE = '## What one account can take of a shared thing';

/** Rows of the table by their cells, without its head. */
function rowsOf(text: string): string[][] {
  const [, part = ''] = text.split(TITLE);
  const [table = ''] = part.split('\n## ');
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What a cell names that is not there. */
function findMissing(cell: string): string[] {
  const files = Array.from(cell.matchAll(/`([^`]+)`/g), ([, file]) => file!);
  const attacks = Array.from(cell.matchAll(/attack (\d+\w*)/g), ([, id]) => id!);
  if (files.length + attacks.length === 0) return ['no test'];
  const noCase = attacks.filter((id) => !allCases.some((each) => each.id === id));
  return [...files.filter((file) => !file.endsWith('.test.ts') || !existsSync(file)), ...noCase];
}

test('[W4b] every shared thing has its bounds, and a test that fills it as one account and asks as another', () => {
  const rows = rowsOf(readFileSync('SECURITY.md', 'utf8'));
  expect(rows.length).toBeGreaterThan(20);
  for (const cells of rows) {
    expect(
      cells.slice(0, 4).filter((cell) => cell === ''),
      cells[0],
    ).toEqual([]);
    expect(findMissing(cells[4]!), cells[0]).toEqual([]);
  }
  expect(
    ['', '`tests/http/no.test.ts`', 'attack 9999', '`SECURITY.md`'].map((cell) => findMissing(cell).length),
  ).toEqual([1, 1, 1, 1]);
});
