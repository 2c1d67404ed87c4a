import type { Cursor } from '../../../playback/cursor.ts';
import type { Transport } from '../../../playback/player/player.ts';

export const PLAYER = 'player';
/** A frame this close to the requested time is the answer to the request. */
const NEAR_SECONDS = 0.3;

export interface FollowedVideo {
  /** Steps so many frames from the shown one; the cursor goes along. */
  step(this: void, frames: number): void;
  stop(this: void): void;
}

/**
 * Cursor and video as one: run time = time in the video + offset. The one that was moved last leads. While the user
 * drags, earlier frames of the video must not pull the cursor back.
 */
export function followVideo(cursor: Cursor, player: Transport, offset: number): FollowedVideo {
  let asked: number | null = null;
  const isAnswer = (mediaTime: number) => {
    const { rate } = player.state.getSnapshot();
    return asked === null || Math.abs(mediaTime - asked) <= NEAR_SECONDS * Math.max(1, rate);
  };
  const stopFrames = player.onFrame((mediaTime) => {
    // While the video stands still the cursor stays where it was put, between two frames if need be.
    if (asked !== null && (!player.state.getSnapshot().isPlaying || !isAnswer(mediaTime))) return;
    asked = null;
    cursor.set(mediaTime + offset, PLAYER);
  });
  const stopCursor = cursor.subscribe((time, by) => {
    if (by === PLAYER) return;
    asked = Math.min(player.duration, Math.max(0, time - offset));
    player.seek(asked);
  });
  return {
    step(frames) {
      asked = null;
      player.step(frames);
    },
    stop() {
      stopFrames();
      stopCursor();
    },
  };
}
