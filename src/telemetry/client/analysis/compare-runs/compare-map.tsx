import { useEffect, useMemo, useRef } from 'react';
import type { Comparison } from '../../../domain/compare/compare.ts';
import type { Lapse } from '../../../domain/compare/gates.ts';
import { stepAt, type Track } from '../../../domain/compare/track.ts';
import type { MapGate, MapTrack, TrackPart } from '../../playback/map/content.ts';
import { TrackMap, type TrackMapHandle } from '../../playback/map/track-map.tsx';
import type { Cursor } from '../../playback/cursor.ts';
import { useUnits } from '../../recordings/units.ts';
import type { Compared } from './use-comparison.ts';
import { writeDelta } from './write-delta.ts';

const MAP = 'map';
const WON_WIDTH = 8;
const MARKERS = [
  { id: 'a', colour: '--color-accent' },
  { id: 'b', colour: '--color-waiting', isGhost: true },
];

export interface CompareMapProps {
  readonly compared: Compared;
  readonly comparison: Comparison | null;
  readonly cursor: Cursor;
}

/** Both tracks over each other, the stretches where time was gained, and the second run as a ghost beside the first. */
export function CompareMap({ compared, comparison, cursor }: CompareMapProps) {
  const { a, b, gates, moveGate } = compared;
  const map = useRef<TrackMapHandle>(null);
  const isImperial = useUnits() === 'imperial';
  const fromA = a.part.lapse.from;

  const tracks = useMemo((): MapTrack[] => {
    const parts = comparison === null ? [] : partsWon(comparison, a.side.track);
    const stretch = fixesOf(b.side.track, b.part.lapse);
    return [
      { id: 'a', line: a.side.line, colour: '--color-ink', parts, showsEnds: gates === null },
      { id: 'b', line: b.side.line, stretch, colour: '--color-waiting-ink', isDashed: true, showsEnds: false },
    ];
  }, [a.side, b.side, b.part, comparison, gates]);

  const shownGates = useMemo(
    (): MapGate[] =>
      gates === null
        ? []
        : [
            { id: 'start', label: 'Start', ...gates.start },
            { id: 'finish', label: 'Finish', ...gates.finish },
          ],
    [gates],
  );

  useEffect(() => {
    const show = (time: number) => {
      if (comparison === null) return;
      // The ghost is the other run's position after the same time, whatever the videos show.
      const both = comparison.ghostAt(time - fromA);
      map.current?.moveMarker('a', both.a.lat, both.a.lon);
      map.current?.moveMarker('b', both.b.lat, both.b.lon);
    };
    show(cursor.get());
    return cursor.subscribe(show);
  }, [cursor, comparison, fromA]);

  const pick = (trackId: string, index: number) => {
    if (trackId === 'a') return cursor.set(a.side.track.time[index]!, MAP);
    const inB = b.side.track.time[index];
    if (comparison !== null && inB !== undefined) cursor.set(comparison.timeInA(inB, 'place'), MAP);
  };

  return (
    <TrackMap
      ref={map}
      label={`Map of ${a.side.run.details.name} and ${b.side.run.details.name}`}
      tracks={tracks}
      markers={MARKERS}
      gates={shownGates}
      onPick={pick}
      onMoveGate={moveGate}
      isImperial={isImperial}
      className="h-80 sm:h-105"
    />
  );
}

function fixesOf(track: Track, { from, to }: Lapse): [first: number, last: number] {
  return [stepAt(track.time, from), Math.min(track.time.length - 1, stepAt(track.time, to) + 1)];
}

/** Parts with words: more of them would cover the track. */
const MOST_LABELS = 5;

/** Green where the first run gained on the second; red and dashed where it lost; with the seconds beside the greatest. */
export function partsWon(comparison: Comparison, track: Track): TrackPart[] {
  return comparison.gains(12).map(({ from, to, seconds }, index) => ({
    from: stepAt(track.time, comparison.placeAt(from).a.time),
    to: stepAt(track.time, comparison.placeAt(to).a.time) + 1,
    colour: seconds > 0 ? '--color-good' : '--color-danger',
    width: WON_WIDTH,
    isDashed: seconds <= 0,
    ...(index < MOST_LABELS && { label: `${writeDelta(seconds)} s` }),
  }));
}
