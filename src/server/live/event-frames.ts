import { type Sight, viewChanges, viewEvent, viewOf } from '../../domain/access/views.ts';
import type { GuestKeys } from '../../protocol/live.ts';
import type { FollowedLog } from './followed-log.ts';
import type { Frame, FrameBuilder } from './frame.ts';

/** What followers of one event are sent, made once for each sight and kept until the event moves on. */
export interface EventFrames {
  /** The whole, as told; with the keys of its links for those who may see them. */
  whole(sight: Sight, keys: GuestKeys | undefined): Frame;
  /** What was told after a number, or null when only the whole will do. */
  changes(sight: Sight, after: number): Frame | null;
}

export function createEventFrames(log: FollowedLog, frames: FrameBuilder): EventFrames {
  let at = log.told.seq;
  const made = new Map<string, Frame | null>();

  function once<Made extends Frame | null>(name: string, make: () => Made): Made {
    if (at !== log.told.seq) made.clear();
    at = log.told.seq;
    const known = made.get(name);
    if (known !== undefined) return known as Made;
    const frame = make();
    made.set(name, frame);
    return frame;
  }
  return {
    whole: (sight, keys) =>
      once(`whole ${sight} ${keys?.admin} ${keys?.viewer}`, () =>
        frames.build({ type: 'event', view: viewOf(sight), event: viewEvent(log.told, sight), ...(keys && { keys }) }),
      ),
    changes(sight, after) {
      const told = log.since(after);
      if (told === null) return null;
      return once(`changes ${sight} ${Math.min(after, log.told.seq)}`, () => {
        const changes = viewChanges(told, sight, log.told);
        return changes && frames.build({ type: 'changes', eventId: log.told.id, changes });
      });
    },
  };
}
