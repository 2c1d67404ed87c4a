import './lib/require-node.mjs';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = 'npm run telemetry:facts -- [FOLDER …]';
const MOST_WIDTH = 66;

/** @param {string} text @param {number} width */
const fill = (text, width) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width));

/** @param {string[][]} rows */
function printTable(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(MOST_WIDTH, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  );
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => fill(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

await runCommand(async () => {
  const given = process.argv.slice(2).map((folder) => resolve(folder));
  const folders = given.length > 0 ? given : [fromRoot('tests', 'samples')];
  for (const folder of folders) {
    if (existsSync(join(folder, 'README.md'))) continue;
    throw new Refusal(`There are no samples: ${folder} has no README.md that states their facts.\n${USAGE}`);
  }
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/telemetry/facts/run-facts.ts')} */
  const { readFacts } = await tsImport('../tests/telemetry/facts/run-facts.ts', import.meta.url);
  const files = (await Promise.all(folders.map(readFacts))).flat();
  const rows = files.flatMap(({ file, facts }) =>
    facts.map(({ what, stated, read, tolerance, isSame }, index) => [
      index === 0 ? file : '',
      what,
      stated,
      read,
      tolerance,
      isSame === null ? '' : isSame ? 'same' : 'DIFFERS',
    ]),
  );
  printTable([['file', 'fact', 'stated', 'read', 'tolerance', ''], ...rows]);
  const compared = files.flatMap(({ facts }) => facts.filter(({ isSame }) => isSame !== null));
  const different = compared.filter(({ isSame }) => isSame === false);
  console.log(`\n${files.length} files, ${compared.length} facts compared, ${different.length} differ`);
  process.exitCode = different.length === 0 ? 0 : 1;
});
