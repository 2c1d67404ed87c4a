import './lib/require-node.mjs';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const { commandOf, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureChromium } = await import('./lib/chromium.mjs');
const { ensureProgram } = await import('./lib/debian.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runNode } = await import('./lib/run.mjs');

const USAGE = 'npm run outputs -- [--seeds N] [--start S] [--browser N] [--only NAME]';
const MOST_START = 1_000_000;
const HOUR_MS = 3_600_000;

/** @param {string} text @param {string} name */
function wholeNumber(text, name) {
  if (!/^\d{1,9}$/.test(text)) throw new Refusal(`${name} takes a whole number.\n${USAGE}`);
  return text;
}

/** Generated events, and every output of each read back: see tests/outputs. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '100' },
      start: { type: 'string', default: String(randomInt(MOST_START)) },
      /** Events that are looked at in a browser too. */
      browser: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
    },
  });
  await ensureInstalled();
  await ensureBuilt();
  await ensureProgram('pdftotext', 'poppler-utils');
  console.log(`Starts at seed ${values.start}`);
  const { ok } = await runNode(commandOf('vitest'), ['run', '--project', 'outputs'], {
    timeoutMs: 12 * HOUR_MS,
    env: {
      ...process.env,
      PUSHOFF_CHROMIUM: await ensureChromium(),
      PUSHOFF_OUTPUTS_START: wholeNumber(values.start, '--start'),
      PUSHOFF_OUTPUTS_SEEDS: wholeNumber(values.seeds, '--seeds'),
      PUSHOFF_OUTPUTS_BROWSER: wholeNumber(values.browser, '--browser'),
      PUSHOFF_OUTPUTS_ONLY: values.only,
    },
  });
  process.exitCode = ok ? 0 : 1;
});
