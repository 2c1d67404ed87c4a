import type { Browser } from '@playwright/test';
import { createTally, facesOf, type Tally } from './compare.ts';
import { type Output, outputs } from './registry.ts';
import type { Reading } from './readers/reading.ts';
import { openWorld } from './world.ts';

export interface OutputsOptions {
  readonly start: number;
  readonly seeds: number;
  /** Events that are looked at in the browser too: the first so many. */
  readonly inBrowser: number;
  /** Seeds that found a difference once: read after the others, in the browser too. */
  readonly named?: readonly number[];
  readonly openBrowser: () => Promise<Browser>;
  /** Outputs whose name has this in it; all where it is empty. */
  readonly only?: string;
}

/** Reads every output of every generated event back. An output that cannot be read is a difference, and the others go on. */
export async function runOutputs(options: OutputsOptions): Promise<Tally> {
  const { start, seeds, inBrowser, named = [], openBrowser, only = '' } = options;
  const tally = createTally();
  const chosen = outputs.filter(({ name }) => name.includes(only)) as readonly Output[];
  const world = await openWorld();
  const browser = inBrowser > 0 ? await openBrowser() : null;
  try {
    for (const seed of [...Array.from({ length: seeds }, (_, index) => start + index), ...named]) {
      const stage = await world.stage(seed);
      const { expected } = stage;
      const faces = facesOf(expected.race);
      for (const { name, read, look } of chosen) {
        const check = tally.of(name, seed);
        const reading: Reading = { stage, check, faces, expected };
        try {
          await read?.(reading);
          if (look !== undefined && browser !== null && (seed < start + inBrowser || named.includes(seed)))
            await look(reading, browser);
        } catch (error) {
          check.same('can be read', error instanceof Error ? (error.stack ?? error.message) : String(error), 'yes');
        }
      }
      stage.watcher.close();
    }
  } finally {
    await browser?.close();
    await world.close();
  }
  return tally;
}
