import { frameOf } from '../../domain/sights/public-rows.ts';
import { type Telling, viewChanges, viewEvent, viewOf } from '../../domain/sights/views.ts';
import { isOfTapAlone } from '../../domain/events/change-kinds.ts';
import type { GuestKeys } from '../../protocol/live.ts';
import { EventText } from '../reads/event-text.ts';
import { LARGE } from '../reads/known-events.ts';
import type { FollowedLog } from './followed-log.ts';
import type { Frame, FrameBuilder } from './frame.ts';

/** Frames for followers of one event, made once for each telling and kept until the event changes. */
export interface EventFrames {
  /**
   * The whole event, as told; with the keys of its links for readers who may see them. Of a large event it may be a
   * whole made a few taps ago, followed by those taps: making and packing it anew for each arrival after a tap would
   * take longer than the tap.
   */
  whole(telling: Telling, keys: GuestKeys | undefined): readonly Frame[];
  /** Changes told after a seq, or for viewers the rows, or null when only the whole will do. */
  since(telling: Telling, after: number): Frame | null;
}

export function createEventFrames(log: FollowedLog, frames: FrameBuilder): EventFrames {
  let at = log.told.seq;
  const made = new Map<string, Frame | null>();
  const texts = new Map<Telling, { readonly seq: number; readonly text: EventText }>();
  const wholes = new Map<string, { readonly seq: number; readonly frame: Frame }>();

  function once<Made extends Frame | null>(name: string, make: () => Made): Made {
    if (at !== log.told.seq) {
      made.clear();
      if (log.told.seq <= LARGE) wholes.clear();
    }
    at = log.told.seq;
    const known = made.get(name);
    if (known !== undefined) return known as Made;
    const frame = make();
    made.set(name, frame);
    return frame;
  }
  function since(telling: Telling, after: number): Frame | null {
    const from = Math.min(after, log.told.seq);
    return once(`since ${telling} ${from}`, () => (telling === 'viewer' ? rows(from) : changes(telling, from)));
  }

  function rows(after: number): Frame | null {
    const touched = log.touchedSince(after);
    if (touched === 'all') return null;
    return frames.build(frameOf(log.told, after, touched, log.headSeq > after, log.teamsSince(after)));
  }

  function changes(telling: Exclude<Telling, 'viewer'>, after: number): Frame | null {
    const told = log.since(after);
    const seen = told && viewChanges(told, telling, log.told);
    return seen && frames.build({ type: 'changes', eventId: log.told.id, changes: seen });
  }

  /** Only taps may follow a former whole: changes of other kinds may hide what that whole still shows. */
  function tapsSince(telling: Telling, seq: number): Frame | null {
    const isLarge = log.told.seq > LARGE;
    return isLarge && log.since(seq)?.every(isOfTapAlone) ? since(telling, seq) : null;
  }

  /**
   * A large event is written once and its text follows the changes: writing all of it again would take longer than any
   * other work here.
   */
  function writeLarge(telling: Telling): readonly Buffer[] {
    const known = texts.get(telling);
    const missed = known === undefined ? null : log.since(known.seq);
    if (known !== undefined && missed !== null) known.text.follow(missed);
    const text = missed === null ? new EventText(telling) : known!.text;
    texts.set(telling, { seq: log.told.seq, text });
    return text.read(log.told);
  }

  function buildWhole(telling: Telling, keys: GuestKeys | undefined): Frame {
    const head = { type: 'event', view: viewOf(telling), ...(keys && { keys }) } as const;
    if (log.told.seq <= LARGE) return frames.build({ ...head, event: viewEvent(log.told, telling) });
    const start = `${JSON.stringify(head).slice(0, -1)},"event":`;
    return frames.join([Buffer.from(start), ...writeLarge(telling), Buffer.from('}')]);
  }
  return {
    since,
    whole(telling, keys) {
      const name = `${telling} ${keys?.admin} ${keys?.viewer}`;
      const known = wholes.get(name);
      if (known?.seq === log.told.seq) return [known.frame];
      const rest = known === undefined ? null : tapsSince(telling, known.seq);
      if (known !== undefined && rest !== null) return [known.frame, rest];
      const frame = buildWhole(telling, keys);
      // Wholes with other keys, or of an earlier state of the event, are not asked for again.
      for (const [other, { seq }] of wholes)
        if (seq < log.told.seq && other.startsWith(`${telling} `)) wholes.delete(other);
      wholes.set(name, { seq: log.told.seq, frame });
      return [frame];
    },
  };
}
