import type { Comparison } from '../../../domain/compare/compare.ts';
import type { Cursor } from '../../playback/cursor.ts';
import type { Transport } from '../../playback/player/player.ts';

/** Rule by which two videos are kept together: the same point of the course, or the same time since the start. */
export type Togetherness = 'place' | 'elapsed';

/** A video of one of the two runs: run time = its own time + offset. */
interface PlayedSide {
  readonly player: Transport;
  readonly offset: number;
}

export interface TogetherParts {
  readonly cursor: Cursor;
  readonly comparison: Pick<Comparison, 'timeInA' | 'timeInB'>;
  readonly a: PlayedSide | null;
  readonly b: PlayedSide | null;
  /** Plays where there is no video: its time 0 is the start of the first run's part. */
  readonly clock: PlayedSide;
  readonly mode: () => Togetherness;
  /** Called with the seconds by which the second video is ahead of its right position; null while there is nothing to measure. */
  readonly onDrift: (seconds: number | null) => void;
  readonly now?: () => number;
}

export interface Together {
  /** The transport on which play and pause act. */
  readonly leader: Transport;
  /** Moves the videos to the cursor. */
  realign(): void;
  close(): void;
}

const TOGETHER = 'together';
/** A frame this close to the requested time is the answer to the request. */
const NEAR_SECONDS = 0.3;
/** Further apart than this, the second video jumps; nearer, it goes a little faster or slower. */
const JUMP_SECONDS = 0.4;
const JUMP_PAUSE_MS = 700;
const STEER_EVERY_MS = 120;
/** The share of a drift that is made up for in a second. */
const PULL = 2;
const LEAST_RATE = 0.1;
const MOST_RATE = 4;
/** Time over which the other run's pace is measured. */
const SLOPE_SECONDS = 0.5;

/**
 * Plays two videos together: one leads, and cursor and second video follow, each to the position of its own run at that
 * moment.
 */
export function playTogether(parts: TogetherParts): Together {
  const { cursor, comparison, a, b, clock, mode, onDrift, now = () => performance.now() } = parts;
  const lead = a ?? b ?? clock;
  const follower = a === null ? null : b;
  const { player: leader } = lead;
  let asked: number | null = null;
  let followedAt = 0;
  let jumpedAt = -Infinity;
  let steeredAt = -Infinity;

  const isLedByB = lead === b && a === null;
  const cursorOf = (media: number) =>
    isLedByB ? comparison.timeInA(media + lead.offset, mode()) : media + lead.offset;
  const leaderTimeOf = (time: number) => (isLedByB ? comparison.timeInB(time, mode()) : time) - lead.offset;
  const targetAt = (time: number, side: PlayedSide) => comparison.timeInB(time, mode()) - side.offset;
  const within = ({ player }: PlayedSide, time: number) => Math.min(player.duration, Math.max(0, time));

  function steer(side: PlayedSide, time: number): void {
    const { player } = side;
    const target = targetAt(time, side);
    const { isPlaying, rate } = leader.state.getSnapshot();
    if (target < 0 || target > player.duration) {
      // The other run has not begun yet, or is over: its first or last picture waits there.
      player.pause();
      onDrift(null);
      return;
    }
    // A picture may still come after the pause, on a busy machine a tenth of a second later than the one before.
    if (!isPlaying) return jump(side, target);
    const own = player.state.getSnapshot();
    if (!own.isPlaying) {
      jump(side, target);
      player.play();
      return;
    }
    const at = now();
    const drift = player.time() + ((at - followedAt) / 1000) * own.rate - target;
    if (Math.abs(drift) > JUMP_SECONDS) {
      if (at - jumpedAt > JUMP_PAUSE_MS) jump(side, target);
      return;
    }
    onDrift(drift);
    if (at - steeredAt < STEER_EVERY_MS) return;
    steeredAt = at;
    const slope = (targetAt(time + SLOPE_SECONDS, side) - target) / SLOPE_SECONDS;
    const wanted = Math.min(MOST_RATE, Math.max(LEAST_RATE, rate * slope - drift * PULL));
    if (Math.abs(wanted - own.rate) > 0.01 * own.rate) player.setRate(wanted);
  }

  function jump(side: PlayedSide, target: number): void {
    jumpedAt = now();
    followedAt = jumpedAt;
    side.player.seek(within(side, target));
  }

  function moveTo(time: number): void {
    asked = within(lead, leaderTimeOf(time));
    leader.seek(asked);
    if (follower !== null) jump(follower, targetAt(time, follower));
  }

  const stops = [
    leader.onFrame((media) => {
      if (asked !== null) {
        const { isPlaying, rate } = leader.state.getSnapshot();
        if (!isPlaying || Math.abs(media - asked) > NEAR_SECONDS * Math.max(1, rate)) return;
        asked = null;
      }
      const time = cursorOf(media);
      cursor.set(time, TOGETHER);
      if (follower !== null) steer(follower, time);
    }),
    cursor.subscribe((time, by) => {
      if (by !== TOGETHER) moveTo(time);
    }),
    leader.state.subscribe(() => {
      if (leader.state.getSnapshot().isPlaying) {
        if (asked !== null && Math.abs(leader.time() - asked) < NEAR_SECONDS) asked = null;
        return;
      }
      if (follower === null) return;
      follower.player.pause();
      // Where the first video has stopped the second must stand exactly.
      jump(follower, targetAt(cursor.get(), follower));
    }),
    follower?.player.onFrame(() => {
      followedAt = now();
    }),
  ];

  return {
    leader,
    realign: () => moveTo(cursor.get()),
    close() {
      for (const stop of stops) stop?.();
      follower?.player.pause();
    },
  };
}
