import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import { frameOf } from '../../domain/sights/public-rows.ts';
import { touchedSince } from '../../domain/events/touched-racers.ts';
import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import { viewEvent } from '../../domain/sights/views.ts';
import type { EventState } from '../../domain/model/state.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { type ConfirmedEvent, hasGap, mergeRows, mergeSnapshot, resetTo, unknownEvent } from './confirmed-event.ts';
import { mergeChanges } from './merge-changes.ts';

const asViewer = (event: EventState) => ({ view: 'viewer' as const, event: viewEvent(event, 'viewer') });
const open = (event: EventState): ConfirmedEvent => mergeSnapshot(unknownEvent, asViewer(event));

/** A race that is watched, and the frame of each of its taps. */
function raced() {
  const race = createRace('a', 'b');
  const page = open(race.event);
  const frames = [tap('start', 'a'), tap('start', 'b'), tap('finish', 'a')].map((body) => {
    const after = race.event.seq;
    const { changes } = race.run(body);
    return frameOf(race.event, after, new Set(touchedSince(race.event, changes)), false);
  });
  return { race, page, frames: frames as [RowsFrame, RowsFrame, RowsFrame] };
}

const seenIn = ({ cached }: ConfirmedEvent) => cached?.event;

describe('[V34] rows that come to a viewer’s page', () => {
  test('in order are taken, and doubled ones change nothing', () => {
    const { race, page, frames } = raced();
    const all = frames.reduce(mergeRows, page);
    expect(seenIn(all)).toEqual(viewEvent(race.event, 'viewer'));
    expect(frames.reduce(mergeRows, all)).toBe(all);
  });

  test('after a gap are not taken: the page asks for what it lacks, and ends as all do', () => {
    const { race, page, frames } = raced();
    const behind = mergeRows(page, frames[1]);
    expect(seenIn(behind)).toBe(seenIn(page));
    expect(hasGap(behind)).toBe(true);
    const late = frames.reduce(mergeRows, behind);
    expect(hasGap(late)).toBe(false);
    expect(seenIn(late)).toEqual(viewEvent(race.event, 'viewer'));
    expect(hasGap(mergeSnapshot(behind, asViewer(race.event)))).toBe(false);
  });

  test('of another event, or from before the page, are ignored', () => {
    const { page, frames } = raced();
    expect(mergeRows(page, { ...frames[0], eventId: 'another' })).toBe(page);
    const ahead = mergeRows(page, frames[0]);
    expect(mergeRows(ahead, { ...frames[0], rows: [] })).toBe(ahead);
  });

  test('in any order, lost and doubled, never show what was not so; once the whole has come, all is there', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(raceCommand, fc.nat(3), fc.nat()), { maxLength: 12 }), (steps) => {
        const race = createRace('a', 'b', 'c');
        const states = new Map([[race.event.seq, viewEvent(race.event, 'viewer')]]);
        let page = open(race.event);
        const sent: { frame: RowsFrame; order: number }[] = [];
        for (const [body, copies, order] of steps) {
          const after = race.event.seq;
          const { changes: made } = race.run(body);
          const touched = touchedSince(race.event, made);
          states.set(race.event.seq, viewEvent(race.event, 'viewer'));
          if (touched === 'all') continue;
          const frame = frameOf(race.event, after, touched, true);
          for (let copy = 0; copy < copies; copy += 1) sent.push({ frame, order: order * (copy + 1) });
        }
        for (const { frame } of sent.toSorted((one, other) => one.order - other.order)) {
          page = mergeRows(page, frame);
          expect(seenIn(page)).toEqual(states.get(seenIn(page)!.seq));
        }
        page = mergeSnapshot(page, asViewer(race.event));
        expect(seenIn(page)).toEqual(states.get(race.event.seq));
        expect(hasGap(page)).toBe(false);
      }),
    );
  });

  test('of a later schema make the page offer the update, and show nothing that it may not understand', () => {
    const { race, page, frames } = raced();
    const head = { ...frameOf(race.event, 0, new Set<string>(), true).head!, needs: SCHEMA_VERSION + 1 };
    const old = mergeRows(page, { ...frames[0], head });
    expect(old).toMatchObject({ isOutdated: true, cached: page.cached });
    expect(hasGap(old)).toBe(false);
    expect(mergeRows(old, { ...frames[1], head })).toMatchObject({ isOutdated: true, cached: page.cached });
    expect(mergeRows(old, frames[0]), 'it was told so by mistake').toMatchObject({ isOutdated: false });
  });

  test.each([
    ['no numbers', { after: '3', seq: '4' }],
    ['no rows', { rows: undefined }],
    ['rows without racers', { rows: [{ taps: [] }] }],
    ['rows without taps', { rows: [{ entry: { racerId: 'a' } }] }],
    ['a head that is none', { head: {} }],
  ])('with %s break nothing: the page asks', (_, broken) => {
    const { page, frames } = raced();
    const next = mergeRows(page, { ...frames[0], ...broken } as never);
    expect(seenIn(next)).toBe(seenIn(page));
    expect(hasGap(next)).toBe(true);
  });

  test('to a page that has the event as an admin, or not at all, make it ask', () => {
    const { race, frames } = raced();
    const admin = mergeSnapshot(unknownEvent, { view: 'admin', event: createRace('a', 'b').event });
    for (const page of [unknownEvent, admin]) expect(hasGap(mergeRows(page, frames[0]))).toBe(true);
    expect(hasGap(resetTo(mergeRows(admin, frames[2]), asViewer(race.event)))).toBe(false);
  });
});

test('[V34] a viewer’s state takes no changes, which are about more than it has: it asks', () => {
  const { race, page } = raced();
  const next = mergeChanges(page, race.log);
  expect(seenIn(next)).toBe(seenIn(page));
  expect(hasGap(next)).toBe(true);
  const ahead = mergeChanges(mergeSnapshot(unknownEvent, { view: 'admin', event: createRace('a', 'b').event }), [
    race.log.at(-1)!,
  ]);
  expect(hasGap(resetTo(ahead, page.cached!))).toBe(true);
});
