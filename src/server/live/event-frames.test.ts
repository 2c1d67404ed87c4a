import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setRows } from '../../domain/sights/set-rows.ts';
import { viewEvent } from '../../domain/sights/views.ts';
import { applyAll } from '../../domain/events/apply.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { ServerMessage } from '../../protocol/live.ts';
import { fromText } from '../../protocol/live-text.ts';
import { createEventFrames } from './event-frames.ts';
import { createFollowedLog } from './followed-log.ts';
import { createFrameBuilder, type Frame } from './frame.ts';
import { inFull } from '../../../tests/support/in-full.ts';

/** The event looks as if there had been so many changes before. */
const FAR = 5000;
const keys = { admin: 'adminkey', viewer: 'viewerkey' };

function openRace(before: number) {
  const race = createRace('a');
  const log = createFollowedLog({ ...applyAll(null, race.log)!, seq: race.event.seq + before });
  const builder = createFrameBuilder();
  const frames = createEventFrames(log, builder);
  return {
    race,
    frames,
    builder,
    tell(...run: Parameters<typeof race.run>) {
      log.append(race.run(...run).changes.map((change) => ({ ...change, seq: change.seq + before })));
      log.advance(Infinity);
    },
    get told() {
      return log.told;
    },
  };
}

function read({ plain }: Frame): ServerMessage {
  const start = plain[1] === 127 ? 10 : plain[1] === 126 ? 4 : 2;
  return fromText(plain.toString('utf8', start))!;
}

const kindsOf = (frames: readonly Frame[]) =>
  frames.map(read).map((message) => (message.type === 'event' ? message.event.seq - FAR : message.type));

/** The event that a page builds from the whole and the taps after it. */
function eventOf(frames: readonly Frame[]) {
  const [whole, rest] = frames.map(read);
  if (whole?.type !== 'event') throw new Error('It does not begin with the whole');
  return rest?.type === 'rows' ? setRows(whole.event, rest) : whole.event;
}

test('of a large event, a reader who comes a few taps later gets the whole that was made before, and those taps', () => {
  const race = openRace(FAR);
  expect(kindsOf(race.frames.whole('viewer', undefined))).toEqual([2]);
  race.tell(tap('start', 'a'));
  const before = race.builder.built;
  const sent = race.frames.whole('viewer', undefined);
  expect(kindsOf(sent)).toEqual([2, 'rows']);
  expect(race.frames.whole('viewer', undefined)).toEqual(sent);
  expect(race.builder.built - before, 'the taps, and once').toBe(1);
  expect(eventOf(sent)).toEqual(viewEvent(race.told, 'viewer'));
  expect(kindsOf(race.frames.whole('admin', keys)), 'for who sees it otherwise it is made').toEqual([3]);
});

test('after any change but a tap the whole is made anew: the former one may show what is hidden now', () => {
  const race = openRace(FAR);
  race.frames.whole('viewer', undefined);
  race.tell({ type: 'event.configure', initialsOnly: true });
  race.tell(tap('start', 'a'));
  const sent = race.frames.whole('viewer', undefined);
  expect(kindsOf(sent)).toEqual([4]);
  expect(JSON.stringify(sent.map(read))).not.toContain('Racer a');
  race.tell({ type: 'entry.remove', racerId: 'a' });
  expect(eventOf(race.frames.whole('viewer', undefined))).toEqual(viewEvent(race.told, 'viewer'));
  expect(kindsOf(race.frames.whole('viewer', undefined))).toEqual([5]);
});

test('a large event is written as a small one is', () => {
  const [small, large] = [openRace(0), openRace(FAR)];
  for (const race of [small, large]) race.tell(tap('start', 'a'));
  const [few] = small.frames.whole('admin', keys).map(read);
  const [many] = large.frames.whole('admin', keys).map(read);
  expect(few).toMatchObject({ type: 'event', view: 'admin', keys, event: { seq: 3 } });
  expect(many).toEqual({ ...few, event: large.told });
});

test('keys that were changed are in the next whole', () => {
  const race = openRace(FAR);
  race.frames.whole('admin', keys);
  const [next] = race.frames.whole('admin', { ...keys, admin: 'another' }).map(read);
  expect(next).toMatchObject({ keys: { admin: 'another' } });
});

test('of a small event every reader gets the whole as it is now', () => {
  const race = openRace(0);
  race.frames.whole('viewer', undefined);
  race.tell(tap('start', 'a'));
  expect(race.frames.whole('viewer', undefined).map(read)).toMatchObject([{ event: { seq: 3 } }]);
});

test('[V34] [V35] whenever viewers are told, and from wherever they follow, all have what a new viewer is given', () => {
  fc.assert(
    fc.property(fc.array(fc.array(raceCommand, { maxLength: 5 }), { maxLength: 8 }), fc.nat(7), (batches, late) => {
      const race = createRace('a', 'b', 'c');
      const log = createFollowedLog(applyAll(null, race.log)!);
      const frames = createEventFrames(log, createFrameBuilder());
      const seenNow = () => JSON.parse(JSON.stringify(viewEvent(log.told, 'viewer'))) as EventState;
      const pages = [seenNow(), seenNow()];
      for (const [index, batch] of batches.entries()) {
        log.append(batch.flatMap((body) => race.run(body).changes));
        log.advance(0);
        for (const [each, page] of pages.entries()) {
          // One page misses some tellings, and gets all of them together.
          if (each === 1 && index < late) continue;
          const frame = frames.since('viewer', page.seq);
          const message = frame && read(frame);
          if (message !== null && message.type !== 'rows') throw new Error(message.type);
          pages[each] = message === null ? seenNow() : setRows(page, message);
          expect(pages[each]).toEqual(viewEvent(race.event, 'viewer'));
        }
      }
    }),
    { numRuns: inFull(200, 100) },
  );
});
