import { expect, test } from 'vitest';
import { durationMs, type EpochMs, epochMs } from '../units.ts';
import { bestShares } from './earlier-results.ts';
import { listGaps, placeAt, startAtEnd } from './late-starter.ts';
import { numberRacers } from './number-racers.ts';
import {
  listStarters,
  moveStarter,
  orderByBib,
  orderByFigure,
  orderByGroup,
  orderByName,
  orderByRun,
  orderByTeam,
  shuffle,
  type Starter,
} from './order.ts';
import { arrange, placeBetween } from './slots.ts';
import { readInterval, spreadStarts, usualInterval } from './spread.ts';

const ten = Date.UTC(2026, 10, 17, 10);
const at = (seconds: number): EpochMs => epochMs(ten + seconds * 1000);
const seconds = (count: number) => durationMs(count * 1000);
const starter = (name: string, group: string | null = null, more: Partial<Starter> = {}): Starter => ({
  racerId: name.toLowerCase(),
  name,
  groups: group === null ? [] : [group],
  bib: null,
  at: null,
  order: null,
  ...more,
});
const timed = (...list: readonly [string, number][]): Starter[] =>
  list.map(([name, start], index) => starter(name, null, { at: at(start), order: index + 1 }));
const names = (starters: readonly Starter[]) => starters.map(({ name }) => name).join(' ');
const abc = [starter('Chi', 'U18'), starter('ada', 'U16'), starter('Bo', 'U18'), starter('Dee')];

test('[CA10] the second run by the first: the best n in reverse, then the others, then those without a time', () => {
  const times = new Map([
    ['ada', 60],
    ['bo', 61],
    ['chi', 62],
  ]);
  expect(names(orderByRun(abc, times, 2))).toBe('Bo ada Chi Dee');
  expect(names(orderByRun(abc, times, 30))).toBe('Chi Bo ada Dee');
  expect(names(orderByRun(abc, new Map(), 30))).toBe(names(abc));
});

test('[SL9] the list is everybody in the event, racers without a place at its end', () => {
  const entry = (name: string, addedSeq: number, order?: number, removed = false) => ({
    ...starter(name),
    addedSeq,
    removed,
    ...(order !== undefined && { slot: { order, at: null } }),
  });
  const entries = [entry('Late', 9), entry('Two', 3, 2), entry('Gone', 2, 1, true), entry('One', 5, 1.5)];
  expect(names(listStarters(Object.fromEntries(entries.map((one) => [one.racerId, one]))))).toBe('One Two Late');
});

test('[SL10] by name, by number, by group with the order inside of the groups kept', () => {
  expect(names(orderByName(abc))).toBe('ada Bo Chi Dee');
  expect(names(orderByGroup(abc))).toBe('ada Chi Bo Dee');
  const numbered = [starter('A', null, { bib: '10' }), starter('B'), starter('C', null, { bib: '9' })];
  expect(names(orderByBib(numbered))).toBe('C A B');
});

test('[SL10] a draw gives every racer one place, and follows the numbers it is given', () => {
  expect(names(shuffle(abc, () => 0))).toBe('ada Bo Dee Chi');
  expect(names(shuffle(abc, () => 0.999))).toBe('Chi ada Bo Dee');
});

test('[SL10] fastest last: the share of the winner counts, whatever the course; unknown racers start first', () => {
  const shares = bestShares([
    new Map([
      ['ada', 600_000],
      ['chi', 660_000],
    ]),
    new Map([
      ['chi', 1_210_000],
      ['bo', 1_100_000],
    ]),
    new Map(),
  ]);
  expect(shares.get('chi')).toBeCloseTo(1.1);
  expect(names(orderByFigure(abc, shares))).toBe('Dee Chi ada Bo');
});

test('[SL11] moving a racer moves nobody else, until the list has times', () => {
  const placed = abc.map((one, index) => ({ ...one, order: index + 1 }));
  expect(names(moveStarter(placed, 'dee', 0))).toBe('Dee Chi ada Bo');
  expect(placeBetween(placed, 'dee', 1)).toEqual({ racerId: 'dee', order: 1.5, at: null });
  expect(placeBetween(placed, 'chi', 3)).toEqual({ racerId: 'chi', order: 5, at: null });
  expect(placeBetween(abc, 'dee', 1)).toBe(null);
  const list = timed(['A', 0], ['B', 30], ['C', 60]);
  expect(placeBetween(list, 'c', 0)).toBe(null);
  expect(arrange(moveStarter(list, 'c', 0))).toEqual([
    { racerId: 'c', order: 1, at: at(0) },
    { racerId: 'a', order: 2, at: at(30) },
    { racerId: 'b', order: 3, at: at(60) },
  ]);
});

test('[SL12] an interval, and a gap where the group changes', () => {
  const plan = { first: at(0), interval: seconds(30), gap: seconds(60) };
  const grouped = orderByGroup(abc);
  expect(spreadStarts(grouped, plan)).toEqual({ ok: true, value: [at(0), at(90), at(120), at(210)] });
});

test('[SL12] an interval of 0, or one that is too long, is refused; a first start in the past is not', () => {
  const plan = { first: epochMs(0), interval: seconds(60), gap: seconds(0) };
  expect(spreadStarts(abc, { ...plan, interval: seconds(0) })).toEqual({ ok: false, error: 'interval-too-short' });
  expect(spreadStarts(abc, { ...plan, interval: durationMs(NaN) })).toMatchObject({ ok: false });
  expect(spreadStarts(abc, { ...plan, interval: seconds(3600) })).toEqual({ ok: false, error: 'interval-too-long' });
  expect(spreadStarts(abc, { ...plan, gap: seconds(-1) })).toEqual({ ok: false, error: 'gap-not-possible' });
  expect(spreadStarts(abc, plan)).toMatchObject({ ok: true });
});

test.each([
  ['30', 30],
  ['1:30', 90],
  ['0:01:30', 90],
  ['0', 0],
  ['1:75', null],
  ['-30', null],
  ['half a minute', null],
  ['', null],
])('[SL12] an interval typed as %s', (text, read) => {
  expect(readInterval(text)).toBe(read === null ? null : read * 1000);
});

test('[SL13] late starters at the end or in a gap, and nobody else moves', () => {
  const list = timed(['A', 0], ['B', 30], ['C', 150], ['D', 180]);
  expect(usualInterval(list)).toBe(30_000);
  expect(usualInterval([])).toBe(null);
  expect(listGaps(list, seconds(30), at(0))).toEqual([at(60), at(90), at(120)]);
  expect(listGaps(list, seconds(30), at(91))).toEqual([at(120)]);
  expect(startAtEnd(list, seconds(30), at(0))).toBe(at(210));
  expect(startAtEnd(list, seconds(30), at(275))).toBe(at(300));
  expect(startAtEnd([], seconds(30), at(0))).toBe(null);
  expect(placeAt([...list, starter('Late')], 'late', at(60))).toEqual({ racerId: 'late', order: 2.5, at: at(60) });
  expect(placeAt([...list, starter('Late')], 'late', at(210))).toEqual({ racerId: 'late', order: 5, at: at(210) });
});

test('[SL14] numbers from a number, by order or for each group, and nobody gets a number that is kept', () => {
  const bibs = (numbering: Parameters<typeof numberRacers>[1], list: readonly Starter[] = abc) => {
    const numbered = numberRacers(list, numbering);
    return numbered.ok ? numbered.value.map(({ bib }) => bib).join(' ') : numbered.error;
  };
  expect(bibs({ from: 1, perGroup: false, keeps: false })).toBe('1 2 3 4');
  expect(bibs({ from: 1, perGroup: true, keeps: false })).toBe('1 101 2 201');
  const held = [starter('A', null, { bib: '2' }), starter('B'), starter('C')];
  expect(bibs({ from: 1, perGroup: false, keeps: true }, held)).toBe('1 3');
  expect(bibs({ from: 1, perGroup: false, keeps: false }, held)).toBe('1 2 3');
  expect(bibs({ from: 1.5, perGroup: false, keeps: false })).toBe('number-not-possible');
  expect(bibs({ from: 999_999, perGroup: false, keeps: false })).toBe('number-not-possible');
});

test('[SL14] a large group takes a second hundred', () => {
  const many = Array.from({ length: 101 }, (_, index) => starter(`R${index}`, 'U18'));
  const numbered = numberRacers([...many, starter('Last', 'U20')], { from: 1, perGroup: true, keeps: false });
  expect(numbered.ok && numbered.value.at(-1)?.bib).toBe('201');
});

test('[TE7] a team moves to its first racer in the list, and its racers get one start', () => {
  const teamOf = ({ racerId }: { readonly racerId: string }) => (racerId === 'chi' || racerId === 'bo' ? 'x' : null);
  const together = orderByTeam(abc, teamOf);
  expect(names(together)).toBe('Chi Bo ada Dee');
  const plan = { first: at(0), interval: seconds(60), gap: seconds(0) };
  expect(spreadStarts(together, plan, teamOf)).toEqual({ ok: true, value: [at(0), at(0), at(60), at(120)] });
});
