import { useEffect, useMemo, useRef } from 'react';
import { nearestAt } from '../../../../playback/lookup.ts';
import { TrackMap, type TrackMapHandle } from '../../../../playback/map/track-map.tsx';
import { useOpenRun } from '../run-context.ts';

const MARKERS = [{ id: 'here', colour: '--color-ink' }] as const;

/** The track on the map; the section is drawn broader. A press on the track moves the cursor there. */
export function MapPanel({ className }: { readonly className: string }) {
  const { model, cursor, section, units } = useOpenRun();
  const map = useRef<TrackMapHandle>(null);
  const { track } = model;

  const tracks = useMemo(() => {
    if (track === null) return [];
    const { series, time } = track;
    const part =
      section === null
        ? []
        : [{ from: nearestAt(time, section.from), to: nearestAt(time, section.to), colour: '--color-good', width: 6 }];
    const { breaks } = series;
    return [{ id: 'run', lat: series.lat!, lon: series.lon!, breaks, colour: '--color-good', parts: part }];
  }, [track, section]);

  useEffect(() => {
    if (track === null) return;
    const { timeline, series } = track;
    const move = (time: number) => {
      const place = timeline.placeAt(series.lat!, series.lon!, time);
      map.current?.moveMarker('here', place?.lat ?? NaN, place?.lon ?? NaN);
    };
    move(cursor.get());
    return cursor.subscribe(move);
  }, [track, cursor]);

  if (track === null) return null;
  return (
    <TrackMap
      ref={map}
      label="Map of the run"
      tracks={tracks}
      markers={MARKERS}
      isImperial={units === 'imperial'}
      onPick={(_track, index) => cursor.set(track.time[index]!, 'map')}
      className={className}
    />
  );
}
