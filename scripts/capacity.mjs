import './lib/require-node.mjs';
import { parseArgs } from 'node:util';
import { DAYS, EXAMPLE_PRICES, MEASURED, tableOf } from './lib/capacity.mjs';
import { Refusal, runCommand } from './lib/project.mjs';

const USAGE = `npm run capacity -- [NAME=NUMBER]...
A name of a price or of a measured cost sets it for all days:
${Object.keys({ ...EXAMPLE_PRICES, ...MEASURED }).join(' ')}
A name of these sets it for a day of your own: ${Object.keys(DAYS.club).join(' ')}`;

/** @param {string[]} words */
function readNumbers(words) {
  const known = { ...EXAMPLE_PRICES, ...MEASURED, ...DAYS.club };
  return Object.fromEntries(
    words.map((word) => {
      const [name = '', text = ''] = word.split('=');
      const value = Number(text);
      if (!Object.hasOwn(known, name) || text === '' || !(value >= 0)) throw new Refusal(`${word}?\n${USAGE}`);
      return [name, value];
    }),
  );
}

await runCommand(async () => {
  const given = readNumbers(parseArgs({ allowPositionals: true }).positionals);
  const isOwn = Object.keys(given).some((name) => Object.hasOwn(DAYS.club, name));
  const days = isOwn ? { 'your day': { ...DAYS.club, ...given } } : DAYS;
  console.log(tableOf(days, { ...EXAMPLE_PRICES, ...given }, { ...MEASURED, ...given }).join('\n'));
});
