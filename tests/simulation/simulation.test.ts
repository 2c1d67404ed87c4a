import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inFull } from '../support/in-full.ts';
import { catchMistake } from './run-many.ts';
import { runSeed } from './run-seed.ts';

const MINUTE = 60_000;
const script = fileURLToPath(new URL('../../scripts/simulate.mjs', import.meta.url));

function simulate(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

const SEEDS = inFull(60, 20);

test(`${SEEDS} seeds end without a violation`, { timeout: 15 * MINUTE }, async () => {
  const { code, output } = await simulate('--seed', '1', '--seeds', String(SEEDS));
  expect(output).toMatch(new RegExp(`^${SEEDS} seeds from 1 on, \\d+ operations, \\d+ kills, 0 violations`, 'm'));
  expect(code).toBe(0);
});

test(
  'a seed that fails is shown with how to run it again, and the exit code says so',
  { timeout: MINUTE },
  async () => {
    const { code, output } = await simulate('--seed', '1', '--trace', '--mistake', 'charges twice for one racer');
    expect(output).toMatch(/^ledger: 3 were taken/m);
    expect(code).toBe(1);
  },
);

test('the same seed gives the same run, whatever else runs beside it', async () => {
  const seeds = [1, 2, 3, 5, 8, 13];
  const together = await Promise.all(seeds.map((seed) => runSeed(seed)));
  for (const [index, seed] of seeds.entries()) {
    const alone = await runSeed(seed);
    expect(alone).toEqual(together[index]);
  }
  expect(new Set(together.map(({ trace }) => trace)).size).toBe(seeds.length);
});

/**
 * Each of these seeds has failed once, for the reason beside it. The defects are fixed, and the seeds keep them fixed.
 */
const failedOnce: readonly (readonly [number, string])[] = [
  [634, 'a request that was doubled on its way is refused first and accepted later'],
  [6968, 'the wall clock was set back between two page loads, and the order of observations with it'],
  [9035, 'a tab that had left an event did not hear that another one was let in again'],
  [9173, 'a guess at the balance was made after the news that had it right'],
  [246, 'a guest who left went on reading with the key of the link'],
  [262, 'the same, having just asked for the event once more'],
  [10768, 'an event that was lost and is given again was shown, and followed no more'],
  [12344, 'a full disk kept no key of a link, also when it had room again'],
  [11257, 'the same, for somebody else’s balance'],
  [1, 'credits that another node had spent, and of which no news came, were shown until the page was reloaded'],
  [224, 'rows that the server had taken waited for ever on a page that was too old for the event and then lost it'],
  [1752, 'a tap that was wiped with its rehearsal was not found, and the check took that for a lost tap'],
  [5726, 'an admin who had left, and came back by the link, was sent changes that did not fit what the page showed'],
  [9875, 'the same'],
  [9920, 'the same'],
  [14526, 'the same, for an admin whose session had ended'],
  [14820, 'an older balance overtook a newer one on the simulated socket; no real socket does that'],
  [9948, 'a node looked for an event before another node created it, and refused the tap behind the creation'],
  [224, 'an event stood in a list as one node had left it, though what another node did later had been read already'],
  [954333829, 'a page that was told by mistake to update took no rows any more'],
  [919040, 'a finish that was taken from a racer stayed on a spectator’s page'],
  [919406, 'a tap that compares clocks reached a spectator'],
  [954334368, 'a guest who became an admin by changes never got the keys of the links'],
  [596138833, 'an answer to an earlier question took a page back, and the server took it to be further'],
  [6890, 'an event that was deleted when the account was fetched, and then restored, stayed off the list'],
  [874385986, 'a phone whose clock was set, and which then slept, gave a tap an uncertainty that did not hold it'],
  [780208974, 'a guest who became an admin by the answer to a command never got the keys of the links'],
  [577124411, 'somebody chose a main phone whose times name none'],
];

describe('seeds that failed once', () => {
  test.each(failedOnce)('%i: %s', async (seed) => {
    expect((await runSeed(seed)).violations).toEqual([]);
  });
});

/** Some of those that `npm run simulate -- --planted` plants: the ones that are caught soon. */
describe('planted mistakes are caught', () => {
  const inTheHub = [
    'shows viewers the admin key',
    'does not judge followers anew when admins or keys change',
    'leaves a gap as it is',
    'forgets the racer from whom a finish was taken',
    'takes rows though others before them were lost',
    // Caught after hundreds of seeds.
    ...inFull(['takes rows that come late for new ones'], []),
  ];
  test('inside the hub', { timeout: 15 * MINUTE }, async () => {
    const { code, output } = await simulate('--planted', ...inTheHub.flatMap((name) => ['--mistake', name]));
    expect(output).toContain(`${inTheHub.length} of ${inTheHub.length} planted mistakes caught`);
    expect(code).toBe(0);
  });

  test.each([
    'acknowledges before the commit',
    'keeps receipts in memory only',
    'credits a payment for every message about it',
    'stamps the captured time anew when sending',
    'drops commands on 401',
    'removes rows before the answer',
    'says "recorded" before it is on disk',
    'sends the newest first',
    'takes rows in the order in which they come',
  ])('%s', { timeout: 15 * MINUTE }, async (name) => {
    const { seeds, by } = await catchMistake(name, 300);
    expect(seeds, by).not.toBeNull();
  });
});
