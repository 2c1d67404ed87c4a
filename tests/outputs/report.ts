import type { Tally } from './compare.ts';

/** More than these of one output say the same again. */
const MOST_SHOWN = 12;

export interface Report {
  readonly text: string;
  readonly failed: readonly string[];
}

export function writeReport(
  tally: Tally,
  { start, seeds }: { readonly start: number; readonly seeds: number },
): Report {
  const lines = [...tally.counts].map(([name, count]) => {
    const own = tally.differences.filter(({ output }) => output === name);
    const shown = own.slice(0, MOST_SHOWN).map(({ seed, what }) => `    seed ${seed}: ${what}`);
    const more = own.length > MOST_SHOWN ? [`    … and ${own.length - MOST_SHOWN} more`] : [];
    const again =
      own[0] === undefined ? [] : [`    again: npm run outputs -- --start ${own[0].seed} --seeds 1 --only '${name}'`];
    const differ = own.length === 0 ? '' : `, ${own.length} differ`;
    return [`${name.padEnd(28)}${String(count).padStart(8)} values${differ}`, ...shown, ...more, ...again].join('\n');
  });
  const values = [...tally.counts.values()].reduce((sum, count) => sum + count, 0);
  const closing = `${seeds} events from seed ${start}, ${values} values, ${tally.differences.length} differences`;
  const failed = tally.differences.map(({ output, seed, what }) => `${output}, seed ${seed}: ${what}`);
  return { text: [...lines, closing].join('\n'), failed: failed.slice(0, 50) };
}
