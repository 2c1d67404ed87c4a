import { useEffect, useMemo, useRef } from 'react';
import { createClockPlayer } from '../../../playback/player/clock-player.ts';
import type { Cursor } from '../../../playback/cursor.ts';
import type { Player, Transport } from '../../../playback/player/player.ts';
import { type FollowedVideo, followVideo, PLAYER } from './follow-video.ts';
import type { RunModel } from '../run-model.ts';

export interface RunTransport {
  /** The video, or the bare time of a run that has none. */
  readonly transport: Transport;
  /** Run time = time of the transport + offset. */
  readonly offset: number;
  readonly step: (frames: number) => void;
}

const TOGETHER_SECONDS = 0.5;

/** Without a frame rate a step is a tenth of a second. */
export function useTransport(
  cursor: Cursor,
  model: RunModel,
  player: Player | null,
  videoOffset: number,
  isApart: boolean,
): RunTransport {
  const { from, to } = model.span;
  const clock = useMemo(() => createClockPlayer(Math.max(0, to - from)), [from, to]);
  const transport = player ?? clock;
  const offset = player === null ? from : videoOffset;
  const followed = useRef<FollowedVideo | null>(null);
  const placed = useRef(offset);

  useEffect(() => () => clock.close(), [clock]);
  useEffect(() => {
    if (player !== null) clock.pause();
    const before = placed.current;
    placed.current = offset;
    // A video that was moved on the timeline keeps its picture; the cursor moves to the data that now belongs to it.
    const wasTogether = player !== null && Math.abs(player.time() + before - cursor.get()) < TOGETHER_SECONDS;
    if (wasTogether && before !== offset) cursor.set(player.time() + offset, PLAYER);
    if (isApart) return;
    const made = followVideo(cursor, transport, offset);
    followed.current = made;
    return () => {
      made.stop();
      followed.current = null;
    };
  }, [cursor, clock, player, transport, offset, isApart]);

  const step = (frames: number) => {
    if (followed.current === null) transport.step(frames);
    else followed.current.step(frames);
  };
  return { transport, offset, step };
}
