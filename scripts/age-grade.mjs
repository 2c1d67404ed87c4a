import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes the standards of age grading as one module, from the files that AlanLyttonJones/Age-Grade-Tables publishes for
 * RunScore (`AgeGrade.10k` and so on): `node scripts/age-grade.mjs <folder> <version>`. Run by hand when there are new tables.
 */
const MILE = 1609.344;
/** @type {Record<string, number>} */
const named = { hm: 21_097.5, '42k': 42_195 };
/** The marathon is in the folder twice, by kilometres and by miles. */
const left = new Set(['26m']);

const [folder, version] = process.argv.slice(2);
if (folder === undefined || version === undefined) throw new Error('Say the folder and the version of the tables.');

/** @param {string} name */
function metersOf(name) {
  const known = named[name];
  if (known !== undefined) return known;
  const [, count, unit] = /^(\d+)(k|mi)$/.exec(name) ?? [];
  if (count === undefined) throw new Error(`Unknown distance: ${name}`);
  return Math.round(Number(count) * (unit === 'k' ? 1000 : MILE));
}

/** @typedef {{ open: number; factors: string[] }} Standard */

/**
 * @param {string} folder
 * @param {string} name
 */
function read(folder, name) {
  const text = readFileSync(path.join(folder, `AgeGrade.${name}`), 'latin1');
  const table = {
    meters: metersOf(name),
    M: /** @type {Standard} */ ({ open: 0, factors: [] }),
    F: /** @type {Standard} */ ({ open: 0, factors: [] }),
  };
  for (const line of text.trim().split(/\r?\n/)) {
    const [gender, first = '', factor] = line.trim().split(/\s+/);
    const of = gender === 'M' ? table.M : table.F;
    if (factor === undefined) of.open = first.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    else of.factors[Number(first) - 5] = factor;
  }
  for (const of of [table.M, table.F]) {
    const isWhole = of.open > 0 && of.factors.length === 95 && of.factors.every((each) => /^[01]\.\d{4}$/.test(each));
    if (!isWhole) throw new Error(`AgeGrade.${name} is not whole`);
  }
  return table;
}

/**
 * Five digits for each factor: 0.8594 is 08594.
 * @param {Standard} standard
 */
const pack = ({ open, factors }) => `${open} ${factors.map((each) => each.replace('.', '')).join('')}`;

const standards = readdirSync(folder)
  .filter((file) => file.startsWith('AgeGrade.') && !file.endsWith('.zip'))
  .map((file) => file.slice('AgeGrade.'.length))
  .filter((name) => !left.has(name))
  .map((name) => read(folder, name))
  .toSorted((one, other) => one.meters - other.meters);

writeFileSync(
  new URL('../src/domain/handicap/road-standards.ts', import.meta.url),
  `import { type AgeStandards, readStandards } from './age-grade.ts';

/**
 * Standards for road running by Alan Lytton Jones, approved by USATF's Masters Long Distance Running council: tables of
 * ${version} from github.com/AlanLyttonJones/Age-Grade-Tables, in the public domain (CC0 1.0). Written by scripts/age-grade.mjs.
 * A line for each distance: meters, then for men and for women the open standard in seconds and a factor in five digits for
 * each age from 5 to 99.
 */
export const roadStandards: AgeStandards = readStandards(
  '${version}',
  \`
${standards.map(({ meters, M, F }) => `${meters} ${pack(M)} ${pack(F)}`).join('\n')}
\`,
);
`,
);
