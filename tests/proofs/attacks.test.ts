import { expect, test } from 'vitest';
import { runAttacks } from '../attacks/run-attacks.ts';

/** The attacks are fast, but take longer on a busy machine. */
const PATIENCE_MS = 600_000;

test(
  '[W1] [W2] nobody gets in by a way that was closed, and no allowed input holds a race up',
  async () => {
    const results = await runAttacks({ chosen: ({ isShort }) => isShort === true });
    const open = results
      .filter(({ isOpen }) => isOpen)
      .map(({ attack, figure }) => `${attack.id} ${attack.title}: ${figure}`);
    expect(open).toEqual([]);
    expect(results.length).toBeGreaterThan(20);
  },
  PATIENCE_MS,
);
