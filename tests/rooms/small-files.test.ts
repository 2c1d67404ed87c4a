import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listImports, readSources } from '../../scripts/lib/source-map.mjs';

const SMALL = 20;
/** A migration is found by its number. */
const KEPT = /\/migrations\//;

const sources = [...readSources('.').values()];
const tests = ['src', 'tests', 'bench']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((file) => /\.tsx?$/.test(file) && (!file.startsWith('src') || /\.test\.tsx?$/.test(file)));
const tested = new Set(tests.flatMap((file) => listImports('.', file, readFileSync(file, 'utf8')).map(({ to }) => to)));
const late = new Set(sources.flatMap((source) => source.late));

/** A file beside the folders of a part is a room of its own. */
const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^src\/(?:client\/features|telemetry\/(?:client|server))\//.test(file) ? 4 : 3)
    .join('/');

test('a file under 20 lines with one importer, in its own room, goes back into it (0042)', () => {
  const small = sources.filter(
    ({ file, lines }) => lines < SMALL && !KEPT.test(file) && !late.has(file) && !tested.has(file),
  );
  const alone = small.flatMap(({ file, lines }) => {
    const [only, ...others] = sources.filter(({ imports }) => imports.includes(file));
    const isAlone = only !== undefined && others.length === 0 && roomOf(only.file) === roomOf(file);
    return isAlone ? [`${file}, ${lines} lines: move it into ${only.file}`] : [];
  });
  expect(alone).toEqual([]);
});
