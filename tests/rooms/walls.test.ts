import { expect, test } from 'vitest';
import { readSources } from '../../scripts/lib/source-map.mjs';
import { DOORS, GROUND, namesOf, roomOf, TELEMETRY, WALLS } from '../../scripts/lint/walls.mjs';

/** Allowed before anybody imports it: lists of racers are about to be read on every screen of an event. */
const COMING = ['event imports racer-import'];

const sources = [...readSources('.').values()];
const tables = Object.entries(WALLS).map(([area, rows]) => ({
  area,
  rows: Object.entries(rows).map(([room, row]) => ({ room, row: namesOf(row) })),
  roomOf: (file: string): string => roomOf(file.slice(area.length + 1).split('/')[0]),
  files: sources.filter(({ file }) => file.startsWith(`${area}/`)),
}));

test.each(tables)(
  'a row of $area names rooms above it alone: no two import each other, by whatever detour',
  ({ rows }) => {
    const above = rows.map(({ room }) => room);
    for (const [at, { room, row }] of rows.entries()) {
      expect(
        row.filter((other) => !above.slice(0, at).includes(other)),
        room,
      ).toEqual([]);
    }
  },
);

test.each(tables)('every folder of $area has a row, and every file beside them', ({ rows, files, ...table }) => {
  const found = new Set(files.map(({ file }) => table.roomOf(file)));
  expect([...found].toSorted()).toEqual(rows.map(({ room }) => room).toSorted());
});

test.each(tables)(
  'no row of $area names a room that nobody in its own imports any more',
  ({ area, rows, files, ...table }) => {
    for (const { room, row } of rows) {
      const imported = files.filter(({ file }) => table.roomOf(file) === room).flatMap(({ imports }) => imports);
      const used = new Set(imported.filter((to) => to.startsWith(`${area}/`)).map(table.roomOf));
      expect(
        row.filter((other) => !used.has(other) && !COMING.includes(`${room} imports ${other}`)),
        room,
      ).toEqual([]);
    }
  },
);

test('every door of telemetry is used, and every room of the rest on which it stands', () => {
  const [inside, rest] = [true, false].map((is) =>
    sources.filter(({ file }) => file.startsWith(`${TELEMETRY}/`) === is),
  ) as [typeof sources, typeof sources];
  const through = rest.filter(({ imports }) => imports.some((to) => to.startsWith(`${TELEMETRY}/`)));
  expect(through.map(({ file }) => file).toSorted()).toEqual(DOORS.toSorted());
  for (const [area, row] of Object.entries(GROUND)) {
    const imported = inside.flatMap(({ imports }) => imports).filter((to) => to.startsWith(`${area}/`));
    const used = new Set(imported.map((to) => roomOf(to.slice(area.length + 1).split('/')[0])));
    expect(
      namesOf(row).filter((room) => !used.has(room)),
      area,
    ).toEqual([]);
  }
});
