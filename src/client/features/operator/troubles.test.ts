import { describe, expect, test } from 'vitest';
import { type FigureName, figureNames, type OperatorFigures, type OperatorNode } from '../../../protocol/operator.ts';
import { joinFigures } from './known-node.ts';
import { findTroubles, levelOf } from './troubles.ts';
import { sections } from './figures.ts';

const MINUTE = 60_000;
const node: OperatorNode = { id: 'a', name: 'hut-1', version: '1', engine: 'sqlite', startedAt: 0, bus: null };

/** A minute and a half of calm, five seconds apart, except for the given figures. */
function figures(odd: Partial<Record<FigureName, readonly (number | null)[]>> = {}, about = node): OperatorFigures {
  const at = Array.from({ length: 18 }, (_, index) => (index + 1) * 5000);
  const column = (name: FigureName) => {
    const last = odd[name] ?? [];
    return at.map((_, index) => (index < 18 - last.length ? 0 : last[index - (18 - last.length)]!));
  };
  const series = Object.fromEntries(figureNames.map((name) => [name, column(name)] as const));
  return { node: about, now: 90_000, sampleMs: 5000, at, series: series as Record<FigureName, (number | null)[]> };
}
const troublesIn = (...args: Parameters<typeof figures>) => findTroubles(figures(...args)).map(({ text }) => text);

describe('[O7] what is wrong, in words', () => {
  test('nothing, when nothing is', () => {
    expect(troublesIn()).toEqual([]);
  });

  test('mails that wait, those given up, and a database that says nothing, the worst first', () => {
    const odd = { mailWaiting: [3], mailAge: [12 * MINUTE], mailGivenUp: [1], database: [null] };
    expect(troublesIn(odd)).toEqual([
      'The database doesn’t answer.',
      '1 email given up in the last day. The log says why.',
      '3 emails waiting, the oldest for 12 minutes. Does the mail server answer?',
    ]);
  });

  test('what happened within the last minute is still said, and what is over is not', () => {
    const calm = Array.from({ length: 11 }, () => 0);
    expect(troublesIn({ failures: [1, 0, 2, 0], commitP99: [620, null, null] })).toEqual([
      'Storing takes 620 ms. Taps stay on their phones until the server has them.',
      '3 requests failed in the last minute. The log says why.',
    ]);
    expect(troublesIn({ failures: [5, 0, ...calm], commitP99: [620, null, ...calm] })).toEqual([]);
  });

  test('a queue is what it is now', () => {
    expect(troublesIn({ queued: [9000, 0] })).toEqual([]);
    expect(troublesIn({ queued: [9000], queueAge: [7000] })).toEqual([
      '9,000 commands waiting to be stored, the oldest for 7 seconds.',
    ]);
  });

  test('a node that hears no other', () => {
    expect(troublesIn({}, { ...node, bus: { isConnected: false, heardAt: null } })).toHaveLength(1);
  });

  test('every figure that can be wrong has words of its own', () => {
    for (const figure of sections.flatMap((section) => section.figures)) {
      if (figure.limits === undefined) continue;
      const known = figures({ [figure.name]: [figure.limits[1]] });
      expect(levelOf(known, figure), figure.name).toBe('wrong');
      expect(findTroubles(known)[0]?.text, figure.name).not.toContain(`${figure.title}:`);
    }
  });
});

describe('[O6] answers of several nodes', () => {
  const later = (known: OperatorFigures): OperatorFigures => ({
    ...figures({ connections: [7] }),
    at: known.at.map((moment) => moment + 5000),
  });

  test('are kept apart, and continue what each has told before', () => {
    const other = figures({}, { ...node, id: 'b', name: 'hut-0' });
    const known = joinFigures(joinFigures([], figures()), other);
    const joined = joinFigures(known, later(figures()));
    expect(joined.map((one) => [one.node.name, one.at.length])).toEqual([
      ['hut-0', 18],
      ['hut-1', 19],
    ]);
    expect(joined[1]!.series.connections.at(-1)).toBe(7);
  });

  test('a node that was started again takes the place of what it was', () => {
    const joined = joinFigures([figures()], figures({}, { ...node, id: 'c' }));
    expect(joined.map((one) => one.node.id)).toEqual(['c']);
  });

  test('what is older than an hour is let go', () => {
    const { at } = figures();
    const joined = joinFigures([figures()], { ...figures(), now: 3_600_000 + at[9]!, at: at.map((one) => one + 5000) });
    expect(joined[0]!.at[0]).toBe(at[10]);
  });
});
