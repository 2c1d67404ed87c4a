import { expect, it } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { runNode } from '../../scripts/lib/run.mjs';

const MOST_MS = 15 * 60_000;

it(
  '[RL1] [RL2] [RL4] [RL5] [RL6] [RL7] [RL8] The archive runs without a network, an upgrade to it keeps the data, and the copy made by the upgrade leads back',
  async () => {
    const { ok, output } = await runNode(fromRoot('scripts', 'release.mjs'), ['--try'], { capture: true });
    expect(ok, output).toBe(true);
    expect(output.match(/^✓ /gm)).toHaveLength(8);
  },
  MOST_MS,
);
