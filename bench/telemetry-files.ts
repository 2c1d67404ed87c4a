import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeCsv } from '../tests/telemetry/support/write-csv.ts';
import { writeRide } from '../tests/telemetry/support/write-fit.ts';
import { layOutGoPro, ride } from '../tests/telemetry/support/write-gopro.ts';

/** The other sensor data of a HERO's payload, which has about 7 KB in all. */
const BALLAST = 6400;
/** The distance between payloads: bytes of pictures in a second at 100 Mbit/s, as a HERO writes in 4K. */
const GAP = 12.5e6;

/**
 * A movie as large as asked, of which only the telemetry and the index are written: the pictures are holes in the file,
 * which read as zeros and take no space.
 */
export function makeMovie(folder: string, bytes: number): { readonly file: string; readonly size: number } {
  const seconds = Math.ceil(bytes / GAP);
  const { size, parts } = layOutGoPro({
    payloads: ride({ seconds, hz: 18 }),
    stream: 'GPS5',
    isWide: true,
    index: 'end',
    gap: GAP,
    ballast: BALLAST,
    ballastVaries: 160,
    creationTime: Date.UTC(2024, 5, 1, 12),
    video: { framesPerSecond: 60, frames: seconds * 60 },
  });
  const file = join(folder, 'GX010001.MP4');
  const open = openSync(file, 'w');
  for (const part of parts) writeSync(open, part.bytes, 0, part.bytes.length, part.offset);
  ftruncateSync(open, size);
  closeSync(open);
  return { file, size };
}

export function makeFit(folder: string, records: number): string {
  const file = join(folder, 'ride.fit');
  writeFileSync(file, writeRide({ count: records, start: '2024-06-01T10:00:00Z' }));
  return file;
}

/** A table as a car's logger writes it: ten rows a second, some twenty columns. */
export function makeCsv(folder: string, bytes: number): string {
  const head = [
    'time',
    'latitude',
    'longitude',
    'speed (m/s)',
    'altitude (m)',
    'heading (deg)',
    'heart rate',
    'cadence',
  ];
  const others = Array.from({ length: 8 }, (_, index) => `channel ${index + 1}`);
  const rows: (string | number)[][] = [[...head, ...others]];
  for (let at = 0, written = 0; written < bytes; at += 1) {
    const time = (1_717_236_000 + at / 10).toFixed(3);
    const place = [(46 + at * 1e-5).toFixed(7), (7 + Math.sin(at / 500) / 100).toFixed(7)];
    const moving = [
      (8 + Math.sin(at / 90)).toFixed(3),
      (500 + at / 100).toFixed(2),
      (at % 360).toFixed(1),
      120 + (at % 40),
      80,
    ];
    const row = [time, ...place, ...moving, ...others.map((_, index) => Math.cos(at / (index + 7)).toFixed(5))];
    rows.push(row);
    written += row.join(',').length + 1;
  }
  const file = join(folder, 'lap.csv');
  writeFileSync(file, writeCsv(rows));
  return file;
}
