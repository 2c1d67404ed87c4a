import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Comparison } from '../../../domain/compare/compare.ts';
import type { RunVideo } from '../../../protocol/runs.ts';
import type { Cursor } from '../../playback/cursor.ts';
import { createClockPlayer } from '../../playback/player/clock-player.ts';
import type { Player, Transport } from '../../playback/player/player.ts';
import { playTogether, type Together, type Togetherness } from './together.ts';
import type { Compared, ComparedSide } from './use-comparison.ts';

const SHOW_DRIFT_EVERY_MS = 250;

export interface Playing {
  readonly leader: Transport;
  readonly hasBoth: boolean;
  readonly setPlayerA: (player: Player | null) => void;
  readonly setPlayerB: (player: Player | null) => void;
}

export function useTogether(
  compared: Compared,
  comparison: Comparison,
  cursor: Cursor,
  mode: Togetherness,
  showDrift: (text: string) => void,
): Playing {
  const [playerA, setPlayerA] = useState<Player | null>(null);
  const [playerB, setPlayerB] = useState<Player | null>(null);
  const { a, b } = compared;
  const { from, to } = a.part.lapse;
  const clock = useMemo(() => createClockPlayer(to - from), [from, to]);
  useEffect(() => () => clock.close(), [clock]);
  const modeNow = useRef(mode);
  const together = useRef<Together | null>(null);
  const offsetA = videoOf(a)?.alignment.offset ?? 0;
  const offsetB = videoOf(b)?.alignment.offset ?? 0;

  const onDrift = useDriftFigure(showDrift);
  useEffect(() => {
    const made = playTogether({
      cursor,
      comparison,
      a: playerA === null ? null : { player: playerA, offset: offsetA },
      b: playerB === null ? null : { player: playerB, offset: offsetB },
      clock: { player: clock, offset: from },
      mode: () => modeNow.current,
      onDrift,
    });
    together.current = made;
    const now = cursor.get();
    if (now >= from && now <= to) made.realign();
    else cursor.set(from, 'compare');
    return () => {
      made.close();
      together.current = null;
    };
  }, [cursor, comparison, playerA, playerB, offsetA, offsetB, clock, from, to, onDrift]);

  // The second video is muted while the first one plays: two sounds at once are noise.
  useEffect(() => playerB?.setMuted(playerA !== null), [playerA, playerB]);

  useEffect(() => {
    modeNow.current = mode;
    together.current?.realign();
  }, [mode]);

  return { leader: playerA ?? playerB ?? clock, hasBoth: playerA !== null && playerB !== null, setPlayerA, setPlayerB };
}

/** The video that shows most of the compared part. */
export function videoOf({ side, part }: ComparedSide): RunVideo | undefined {
  const shows = ({ alignment, chapters }: RunVideo) => {
    const end = chapters.reduce((sum, { duration }) => sum + duration, alignment.offset);
    return Math.min(end, part.lapse.to) - Math.max(alignment.offset, part.lapse.from);
  };
  return side.run.details.videos.toSorted((one, other) => shows(other) - shows(one))[0];
}

/** The median of recent measurements: single frames come late on a busy machine. */
function useDriftFigure(show: (text: string) => void): (seconds: number | null) => void {
  const measured = useRef<number[]>([]);
  const shownAt = useRef(0);
  return useCallback(
    (seconds) => {
      if (seconds === null) {
        measured.current = [];
        return show('–');
      }
      measured.current = [...measured.current.slice(-29), Math.abs(seconds)];
      const now = performance.now();
      if (now - shownAt.current < SHOW_DRIFT_EVERY_MS) return;
      shownAt.current = now;
      const sorted = measured.current.toSorted((one, other) => one - other);
      show(`${Math.round(sorted[sorted.length >> 1]! * 1000)} ms`);
    },
    [show],
  );
}
