import { useEffect, useMemo, useRef, useState } from 'react';
import { LANGUAGE, plural } from '../../../../../domain/language.ts';
import { Button } from '../../../../../client/ui/button.tsx';
import { nearestAt } from '../../../playback/lookup.ts';
import { TrackMap, type TrackMapHandle } from '../../../playback/map/track-map.tsx';
import { useOpenRun } from '../run-context.ts';

const MARKERS = [{ id: 'here', colour: '--color-ink' }] as const;

/**
 * The track on the map; the section is drawn broader. A press on the track moves the cursor there. Fixes that do not count
 * are named below, and shown on request: nobody would find out otherwise why a figure is smaller than another program's.
 */
export function MapPanel({ className }: { readonly className: string }) {
  const { model, cursor, section, units } = useOpenRun();
  const map = useRef<TrackMapHandle>(null);
  const { track } = model;
  const [showsRemoved, setShowsRemoved] = useState(false);
  const removed = track?.removedPlaces.x.length ?? 0;

  const tracks = useMemo(() => {
    if (track === null) return [];
    const { line, time, removedPlaces } = track;
    const part =
      section === null
        ? []
        : [{ from: nearestAt(time, section.from), to: nearestAt(time, section.to), colour: '--color-good', width: 6 }];
    const run = { id: 'run', line, colour: '--color-good', parts: part };
    const left = {
      id: 'removed',
      line: removedPlaces,
      colour: '--color-danger',
      isScattered: true,
      showsEnds: false,
    };
    return showsRemoved && removedPlaces.x.length > 0 ? [run, left] : [run];
  }, [track, section, showsRemoved]);

  useEffect(() => {
    if (track === null) return;
    const move = (time: number) => {
      const place = track.placeAt(time);
      map.current?.moveMarker('here', place?.lat ?? NaN, place?.lon ?? NaN);
    };
    move(cursor.get());
    return cursor.subscribe(move);
  }, [track, cursor]);

  if (track === null) return null;
  return (
    <div className="flex h-full flex-col">
      <TrackMap
        ref={map}
        label="Map of the run"
        tracks={tracks}
        markers={MARKERS}
        isImperial={units === 'imperial'}
        onPick={(id, index) => {
          if (id === 'run') cursor.set(track.time[index]!, 'map');
        }}
        className={className}
      />
      {removed > 0 && (
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-14 text-ink-2">
          <span>{plural(removed, '1 GPS fix left out', `${removed.toLocaleString(LANGUAGE)} GPS fixes left out`)}</span>
          <Button variant="quiet" aria-pressed={showsRemoved} onClick={() => setShowsRemoved(!showsRemoved)}>
            {showsRemoved ? 'Hide on the map' : 'Show on the map'}
          </Button>
        </p>
      )}
    </div>
  );
}
