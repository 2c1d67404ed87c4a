import type { Witness } from '../check-run.ts';

export interface Words {
  /** How often each sentence was said, on all phones. */
  readonly said: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

/**
 * What timing screens said. A finish that was shown as finished is on the board: its answer came, or it came back with the
 * log. 'Failed' is said only after a sending that has failed.
 */
export function checkWords(witnesses: readonly Witness[]): Words {
  const said = new Map<string, number>();
  const wrong: string[] = [];
  for (const { name, lines } of witnesses) {
    const onBoard = new Set(
      lines.flatMap((line) => (line.kind === 'shown' ? Object.keys(line.event?.taps ?? {}) : [])),
    );
    let hasFailed = false;
    for (const line of lines) {
      if (line.kind === 'failed') hasFailed = true;
      else if (line.kind === 'answered') hasFailed = false;
      else if (line.kind === 'finished' && !onBoard.has(line.tapId)) {
        wrong.push(`words: ${name} showed a finish that is not on the board`);
      } else if (line.kind === 'told') {
        said.set(line.words, 1 + (said.get(line.words) ?? 0));
        if (!hasFailed) wrong.push(`words: ${name} said '${line.words}' though times were sent`);
      }
    }
  }
  return { said, wrong };
}
