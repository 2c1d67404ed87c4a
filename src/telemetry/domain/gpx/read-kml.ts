import { ok, refuse, type Result } from '../../../domain/result.ts';
import { walkXml } from '../../../domain/xml.ts';
import { createCollector, MOST_READ, placeClocks } from '../collect.ts';
import { parseIso } from '../moments.ts';
import type { ReadFailure, Recording } from '../recording.ts';

const MOST_TEXT = 200;

/** The recorded tracks (gx:Track) of a KML file: a list of times, and a list of as many places. Lines are no tracks. */
export function readKml(text: string): Result<Recording, ReadFailure> {
  const samples = createCollector();
  let times: number[] = [];
  let places: (readonly number[])[] = [];
  let isInTrack = false;
  let content: string | null = null;

  const keepTrack = () => {
    samples.startSegment();
    for (const [index, [lon = NaN, lat = NaN, height = NaN]] of places.entries()) {
      if (samples.count() >= MOST_READ) break;
      if (Number.isNaN(lon) || Number.isNaN(lat)) continue;
      samples.add(times[index] ?? NaN);
      if (!samples.setPosition(lat, lon)) samples.skipValue();
      samples.set('elevation', height);
    }
    [times, places, isInTrack] = [[], [], false];
  };
  const end = walkXml(text, {
    start(name) {
      if (name === 'track') isInTrack = true;
      content = isInTrack && (name === 'when' || name === 'coord') ? '' : null;
    },
    text(from, to) {
      if (content !== null && content.length <= MOST_TEXT) content += text.slice(from, Math.min(to, from + MOST_TEXT));
    },
    end(name) {
      const room = times.length + places.length < 2 * MOST_READ;
      if (name === 'track') keepTrack();
      else if (content !== null && name === 'when' && room) times.push(parseIso(content)?.seconds ?? NaN);
      else if (content !== null && name === 'coord' && room)
        places.push(content.trim().split(/[ ,]+/, 3).map(toNumber));
      content = null;
    },
  });
  if (isInTrack) keepTrack();
  if (end === 'doctype') return refuse({ code: 'gpx-doctype' });
  if (samples.count() === 0) return refuse({ code: 'kml-no-track' });
  if (samples.count() >= MOST_READ) return refuse({ code: 'file-too-large' });
  const { samples: columns, breaks, warnings, start } = samples.finish();
  return ok({
    kind: 'kml',
    device: null,
    samples: columns,
    breaks,
    laps: [],
    clocks: placeClocks('sample-time', [start], 1),
    warnings: [...(end === 'cut' ? [{ code: 'file-cut' } as const] : []), ...warnings],
  });
}

const toNumber = (text: string): number => (text === '' ? NaN : Number(text));
