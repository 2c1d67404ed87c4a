import { createFitWriter, fitTime, RIDE_FIELDS, rideRecord } from '../telemetry/support/write-fit.ts';
import { ride, writeGoPro } from '../telemetry/support/write-gopro.ts';
import { writeCsv } from '../telemetry/support/write-csv.ts';
import { writeGpx } from '../telemetry/support/write-gpx.ts';

/** A stranger's file with a payload in its name and in its content. */
export interface HostileFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const SECONDS = 60;
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!);
/** Each file on a day of its own, so that no two are taken for one run. */
const startOf = (day: number): number => Date.UTC(2024, 0, 1 + day, 10);
const fileOf = (name: string, content: string | Uint8Array): HostileFile => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content as string),
});

export function hostileGpx(payload: string, day: number): HostileFile {
  const points = Array.from({ length: SECONDS }, (_, at) => ({
    lat: 47 + at * 1e-4,
    lon: 8,
    time: new Date(startOf(day) + at * 1000).toISOString(),
  }));
  const text = escapeXml(payload);
  const before = `<metadata><name>${text}</name><desc>${text}</desc><link href="${text}"/></metadata>
<wpt lat="47" lon="8"><name>${text}</name></wpt>`;
  return fileOf(`${payload}.gpx`, writeGpx([[points]], { creator: text, before }));
}

/** An unknown manufacturer writes its product's name into the file. */
export function hostileFit(payload: string, day: number): HostileFile {
  const writer = createFitWriter();
  const from = fitTime(new Date(startOf(day)).toISOString());
  const LENGTH = 64;
  writer.define({
    local: 0,
    global: 0,
    fields: [
      { field: 0, type: 'enum' },
      { field: 1, type: 'uint16' },
      { field: 4, type: 'uint32' },
      { field: 8, type: 'string', length: LENGTH },
    ],
  });
  writer.write(0, [4, 65_534, from, payload]);
  writer.define({ local: 1, global: 20, fields: RIDE_FIELDS });
  for (let at = 0; at < SECONDS; at += 1) writer.write(1, rideRecord(from, at));
  return fileOf(`${payload}.fit`, writer.finish());
}

export function hostileGoPro(payload: string, day: number): HostileFile {
  const payloads = ride({ seconds: 8, startUtc: startOf(day) });
  return fileOf(`${payload}.MP4`, writeGoPro({ payloads, device: payload, firmware: payload }));
}

/** Laps are named by their column's cells. */
export function hostileLaps(payload: string, day: number): HostileFile {
  const rows = Array.from({ length: SECONDS }, (_, at) => [
    startOf(day) / 1000 + at,
    47 + at * 1e-4,
    8,
    at < SECONDS / 2 ? payload : 'second',
  ]);
  return fileOf(`${payload}.csv`, writeCsv([['timestamp', 'latitude', 'longitude', 'lap'], ...rows]));
}

/** An unrecognised table: its header and its first rows are shown to the user who imports it. */
export function unknownTable(payloads: readonly string[]): HostileFile {
  const rows = [
    ['first', ...payloads],
    ['1', ...payloads.toReversed()],
    ['2', ...payloads.map((_, at) => at)],
  ];
  return fileOf('unknown.csv', writeCsv(rows));
}
