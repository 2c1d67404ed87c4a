import { expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { runOutputs } from './run-outputs.ts';

test('[RES14] every output says what the rules say', async () => {
  const { PUSHOFF_OUTPUTS_START = '0', PUSHOFF_OUTPUTS_SEEDS = '5', PUSHOFF_OUTPUTS_ONLY = '' } = process.env;
  const { PUSHOFF_OUTPUTS_BROWSER = '2' } = process.env;
  const tally = await runOutputs({
    start: Number(PUSHOFF_OUTPUTS_START),
    seeds: Number(PUSHOFF_OUTPUTS_SEEDS),
    inBrowser: Number(PUSHOFF_OUTPUTS_BROWSER),
    only: PUSHOFF_OUTPUTS_ONLY,
    openBrowser,
  });
  console.log([...tally.counts].map(([name, count]) => `${name}: ${count}`).join('\n'));
  console.log(tally.differences.map(({ output, seed, what }) => `${output} seed ${seed}: ${what}`).slice(0, 80).join('\n'));
  console.log(tally.differences.length);
  expect(tally.differences.length).toBe(0);
});
