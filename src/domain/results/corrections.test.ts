import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import type { EventState } from '../model/state.ts';
import { durationMs, epochMs } from '../units.ts';
import { isSameValue, officialValue } from './corrections.ts';
import { describeValue, readCorrections } from './describe-correction.ts';
import { rulingKey } from '../model/ruling.ts';
import { categoryOf } from './categories.ts';
import { shownCorrections } from './shown-correction.ts';
import { inFull } from '../../../tests/support/in-full.ts';

const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);

/** a in 50 s, b in 60 s, c on course; declared at second 100. */
function declared() {
  const race = createRace('a', 'b', 'c');
  for (const racerId of ['a', 'b', 'c']) race.run(tap('start', racerId), { second: 10 });
  const finishOfA = race.run(tap('finish', 'a'), { second: 60 }).id;
  const finishOfB = race.run(tap('finish', 'b'), { second: 70 }).id;
  race.run({ type: 'official.set', note: 'Checked' }, { second: 100 });
  return { race, finishOfA, finishOfB };
}
interface Person {
  readonly name: string | undefined;
  readonly category: string | null | undefined;
}

const correctionsOf = ({ official }: EventState) => official?.corrections;

test('[OF6] a time that changes after the declaration is a correction: what it was, and when it changed', () => {
  const { race, finishOfA } = declared();
  expect(correctionsOf(race.event)).toEqual({});
  race.run({ type: 'tap.correct', tapId: finishOfA, to: at(58) }, { second: 200 });
  race.run({ type: 'tap.correct', tapId: finishOfA, to: at(57) }, { second: 210 });
  expect(correctionsOf(race.event)).toEqual({
    'a 1': { was: { status: 'OK', ms: 50_000, penaltyMs: 0 }, at: at(210) },
  });
});

test('[OF6] a result that is put back as it was declared leaves no correction', () => {
  const { race, finishOfA } = declared();
  race.run({ type: 'tap.undo', tapId: finishOfA }, { second: 200 });
  expect(Object.keys(correctionsOf(race.event)!)).toEqual(['a 1']);
  race.run({ type: 'tap.redo', tapId: finishOfA }, { second: 201 });
  expect(correctionsOf(race.event)).toEqual({});
  race.run({ type: 'tap.correct', tapId: finishOfA, to: at(58) }, { second: 202 });
  race.run({ type: 'tap.correct', tapId: finishOfA, to: null }, { second: 203 });
  expect(correctionsOf(race.event)).toEqual({});
});

test('[OF6] a status, a penalty, a late finish and a racer who is taken out are corrections; a number is none', () => {
  const { race } = declared();
  race.run({ type: 'bibs.set', bibs: [{ racerId: 'a', bib: '7' }] });
  expect(correctionsOf(race.event)).toEqual({});
  race.run({ type: 'adjustment.add', racerId: 'a', attempt: 1, ms: durationMs(5000), reason: 'Cut a corner' });
  race.run({ type: 'entry.remove', racerId: 'b' });
  race.run(tap('finish', 'c'), { second: 300 });
  expect(correctionsOf(race.event)).toMatchObject({
    'a 1': { was: { ms: 50_000, penaltyMs: 0 } },
    'b 1': { was: { ms: 60_000 } },
    'c 1': { was: null, at: at(300) },
  });
  race.run({ type: 'status.set', racerId: 'c', attempt: 1, status: 'DSQ', reason: '' });
  expect(officialValue(race.event, 'c', 1)).toEqual({ status: 'DSQ', ms: null, penaltyMs: 0 });
  expect(JSON.stringify(correctionsOf(race.event))).not.toMatch(/corner/);
});

test('[OF5] another note declares nothing anew; only a withdrawal ends the corrections', () => {
  const { race, finishOfA } = declared();
  race.run({ type: 'tap.undo', tapId: finishOfA }, { second: 200 });
  race.run({ type: 'official.set', note: 'Checked twice' }, { second: 210 });
  expect(race.event.official).toMatchObject({ at: at(100), note: 'Checked twice', corrections: { 'a 1': {} } });
  race.run({ type: 'official.set', note: null }, { second: 220 });
  race.run({ type: 'official.set', note: '' }, { second: 230 });
  expect(race.event.official).toMatchObject({ at: at(230), corrections: {} });
});

test('[OF6] a handicap that is changed after the declaration is a correction, where results are ranked by handicaps', () => {
  const { race } = declared();
  const give = (ms: number) =>
    race.run({ type: 'handicaps.set', given: [{ racerId: 'a', handicap: { ms, source: 'Club 2026' } }] });
  give(60_000);
  expect(correctionsOf(race.event)).toEqual({});
  race.run({ type: 'format.set', format: { handicap: 'time' } });
  race.run({ type: 'official.set', note: null });
  race.run({ type: 'official.set', note: '' });
  give(90_000);
  expect(correctionsOf(race.event)).toMatchObject({ 'a 1': { was: { handicapMs: 60_000 } } });
  expect(describeValue(officialValue(race.event, 'a', 1))).toMatch(/, handicap 01:30\.00$/);
  give(60_000);
  expect(correctionsOf(race.event)).toEqual({});
});

test('[OF6] another name or category of a racer with a result is a correction; put back, it is none', () => {
  const { race } = declared();
  const inCategory = (category: string) =>
    race.run({ type: 'details.set', given: [{ racerId: 'a', details: { category } }] }, { second: 210 });
  race.run({ type: 'entry.rename', racerId: 'a', name: 'Ada Swift' }, { second: 200 });
  race.run({ type: 'entry.rename', racerId: 'c', name: 'Cleo' }, { second: 201 });
  inCategory('Women');
  race.run({ type: 'entry.rename', racerId: 'a', name: 'Ada Smith' }, { second: 220 });
  const was = { status: 'OK', ms: 50_000, penaltyMs: 0 };
  expect(correctionsOf(race.event)).toEqual({ 'a 1': { was, at: at(220), name: 'Racer a', category: null } });
  expect(readCorrections(race.event)).toMatchObject([
    { name: 'Ada Smith', declared: 'Racer a, no category', present: 'Ada Smith, Women' },
  ]);
  race.run({ type: 'entry.remove', racerId: 'a' });
  race.run({ type: 'entry.restore', racerId: 'a' }, { second: 230 });
  expect(correctionsOf(race.event)).toEqual({ 'a 1': { was, at: at(230), name: 'Racer a', category: null } });
  race.run({ type: 'entry.rename', racerId: 'a', name: 'Racer a' }, { second: 240 });
  race.run({ type: 'details.set', given: [{ racerId: 'a', details: null }] });
  expect(correctionsOf(race.event)).toEqual({});
});

test('[OF7] viewers read what was declared as they read names: initials, no hidden category, nothing of removed racers', () => {
  const { race } = declared();
  race.run({ type: 'event.configure', initialsOnly: true });
  race.run({ type: 'entry.rename', racerId: 'a', name: 'Ada Swift' });
  race.run({ type: 'entry.rename', racerId: 'b', name: 'Rudi Berg' });
  race.run({ type: 'details.set', given: [{ racerId: 'a', details: { category: 'Women' } }] });
  const seen = () => shownCorrections(correctionsOf(race.event)!, race.event);
  expect(seen()['a 1']).toMatchObject({ name: 'R. A.' });
  expect(seen()['a 1']).not.toHaveProperty('category');
  expect(seen()['b 1'], 'the same initials').toBeUndefined();
  race.run({ type: 'format.set', format: { shows: ['category'] } });
  expect(seen()['a 1']).toMatchObject({ category: null });
  race.run({ type: 'entry.remove', racerId: 'a' });
  expect(seen()['a 1']).not.toHaveProperty('name');
});

test('[OF6] after any commands, corrections are the results that differ from those that were declared', () => {
  fc.assert(
    fc.property(fc.array(raceCommand, { maxLength: 12 }), fc.array(raceCommand, { maxLength: 20 }), (first, later) => {
      const race = createRace('a', 'b', 'c');
      for (const body of first) race.run(body);
      race.run({ type: 'official.set', note: null });
      race.run({ type: 'official.set', note: '' });
      const before = race.event;
      for (const body of later) if (body.type !== 'official.set') race.run(body);
      const keys = ['a', 'b', 'c', 'dummy'].flatMap((racerId) => [1, 2].map((attempt) => ({ racerId, attempt })));
      const differing = keys.flatMap(({ racerId, attempt }) => {
        const was = officialValue(before, racerId, attempt);
        const [{ name, category }, now] = [before, race.event].map((event) => ({
          name: event.entries[racerId]?.name,
          category: event.entries[racerId] && categoryOf(event, event.entries[racerId]),
        })) as [Person, Person];
        const isNamedSame = was === null || (name === now.name && category === now.category);
        const isSame = isSameValue(was, officialValue(race.event, racerId, attempt)) && isNamedSame;
        return isSame ? [] : [[rulingKey(racerId, attempt), was] as const];
      });
      const noted = Object.entries(correctionsOf(race.event)!).map(([key, { was }]) => [key, was]);
      expect(Object.fromEntries(noted)).toEqual(Object.fromEntries(differing));
    }),
    { numRuns: inFull(400, 150) },
  );
});
