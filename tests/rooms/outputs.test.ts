import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programFiles } from '../../src/client/features/exports/save-exports.ts';
import { RANKING_NAMES } from '../outputs/ranking-names.ts';
import { modules, outputs } from '../outputs/registry.ts';

/** Modules of `src` that import a name by which results are ranked. */
function listRankingModules(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(
    (file) => `src/${file.replaceAll('\\', '/')}`,
  );
  const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);
  return files
    .filter(isSource)
    .filter((file) => importsOf(readFileSync(file, 'utf8')).some(isRanking))
    .toSorted();
}

const isRanking = (name: string): boolean => (RANKING_NAMES as readonly string[]).includes(name);

function importsOf(text: string): string[] {
  const lists = Array.from(text.matchAll(/^import (?:type )?\{([^}]*)\} from/gm), ([, list]) => list!);
  return lists
    .flatMap((list) => list.split(','))
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0]!,
    );
}

test('[RES15] every module that ranks results is part of an output that is read back, or says why not', () => {
  expect(Object.keys(modules).toSorted()).toEqual(listRankingModules());
});

test('[RES15] every output has a reader, and is made by some module', () => {
  const made = new Set(Object.values(modules).flatMap((parts) => (typeof parts === 'string' ? [] : parts)));
  // Spectators are sent the event itself, which nobody has ranked yet; what is read across events has times, and no ranking.
  const unranked = ['live frames', 'histories, bests, comparisons'];
  expect(outputs.map(({ name }) => name).toSorted()).toEqual([...made, ...unranked].toSorted());
  for (const output of outputs) expect('read' in output || 'look' in output, output.name).toBe(true);
});

test('[RES15] every file for another program is read back', () => {
  const names: readonly string[] = outputs.map(({ name }) => name);
  expect(programFiles.map(({ program }) => program).filter((program) => !names.includes(program))).toEqual([]);
});

test('[RES15] the oracle shares no code with the product', () => {
  for (const file of ['oracle.ts', 'person-oracle.ts', 'series-oracle.ts']) {
    const imports = Array.from(
      readFileSync(`tests/outputs/${file}`, 'utf8').matchAll(/ from '([^']+)'/g),
      ([, from]) => from,
    );
    expect(
      imports.filter((from) => from !== './oracle.ts'),
      file,
    ).toEqual([]);
  }
});
