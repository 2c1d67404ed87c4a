import { type GpsPayload, writeGoPro } from '../../../support/write-gopro.ts';
import { type Writer, writtenAs } from './file.ts';

/** A payload lasts about a second, and its points lie evenly in it; where the signal was lost they say so. */
export const writeGoProFile: Writer = (made, chance) => {
  const { rows, rate } = made;
  const stream = chance.pick(['GPS5', 'GPS9', 'both'] as const);
  const inPayload = Math.max(1, Math.round(rate));
  const last = Math.round(rows.at(-1)!.time * rate);
  const byIndex = new Map(rows.map((row) => [Math.round(row.time * rate), row]));
  const payloads: GpsPayload[] = [];
  for (let from = Math.round(rows[0]!.time * rate); from <= last; from += inPayload) {
    const count = Math.min(inPayload, last + 1 - from);
    const points = Array.from({ length: count }, (_, index) => {
      const row = byIndex.get(from + index);
      const utc = made.start + ((from + index) * 1_000) / rate;
      if (row === undefined) return { lat: 0, lon: 0, elevation: 0, speed: 0, utc, fix: 0, precision: 99.99 };
      return { lat: row.lat, lon: row.lon, elevation: row.elevation, speed: row.speed, utc, fix: 3, precision: 1.4 };
    });
    // GPS5 has one fix for a whole payload: a payload in which the signal came back counts as lost.
    const isLost = points.some(({ fix }) => fix === 0);
    const told = isLost && stream !== 'GPS9' ? points.map((point) => ({ ...point, fix: 0, precision: 99.99 })) : points;
    payloads.push({ points: told, durationMs: Math.round((count * 1_000) / rate) });
  }
  const content = writeGoPro({
    payloads,
    stream,
    device: chance.pick(['HERO11 Black', 'HERO9 Black', 'Camera']),
    creationTime: made.start,
    index: chance.pick(['front', 'end']),
    isWide: chance.is(0.2),
    ballast: 12,
  });
  return {
    name: 'GX010001.MP4',
    content,
    written: writtenAs(made, { values: new Set(['speed', 'elevation'] as const) }),
  };
};
