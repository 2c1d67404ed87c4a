import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_ROOMS } from '../../scripts/lint/server-rooms.mjs';

const SERVER = 'src/server';
const rooms = Object.keys(SERVER_ROOMS);
const rows = Object.entries(SERVER_ROOMS) as [string, string[]][];
const roomOf = (file: string): string => file.split('/')[2]!.replace(/(\.test)?\.ts$/, '');
const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .map((name) => join(SERVER, name).replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));

/** Which rooms a file imports, its own left out. */
function importsOf(file: string): string[] {
  const specifiers = Array.from(
    readFileSync(file, 'utf8').matchAll(/\b(?:from|import\() ?'(\.[^']+)'/g),
    ([, to]) => to!,
  );
  const targets = specifiers.map((to) => join(dirname(file), to).replaceAll('\\', '/'));
  return targets
    .filter((to) => to.startsWith(`${SERVER}/`))
    .map(roomOf)
    .filter((room) => room !== roomOf(file));
}

test('a row names rooms above it alone: no two rooms import each other, by whatever detour', () => {
  for (const [room, row] of rows) {
    const above = rooms.slice(0, rooms.indexOf(room));
    expect(
      row.filter((other) => !above.includes(other)),
      room,
    ).toEqual([]);
  }
});

test('every folder of the server has a row, and every file beside them', () => {
  expect([...new Set(files.map(roomOf))].toSorted()).toEqual(rooms.toSorted());
});

test('no row names a room that nobody in its own imports any more', () => {
  for (const [room, row] of rows) {
    const used = new Set(files.filter((file) => roomOf(file) === room).flatMap(importsOf));
    expect(
      row.filter((other) => !used.has(other)),
      room,
    ).toEqual([]);
  }
});
