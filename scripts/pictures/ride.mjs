import { tsImport } from 'tsx/esm/api';

/** @typedef {{ time: number; lat: number; lon: number; elevation: number; speed: number; distance: number; power: number }} Moment */
/** @typedef {{ name: string; mimeType: string; buffer: Buffer }} GivenFile */

const [LAT, LON] = [46.948, 7.447];
const METRES_PER_DEGREE = 111_195;
const LENGTH = 2600;
const BEGAN = Date.UTC(2026, 5, 16, 17, 30);
/** The camera was switched on this many seconds after the bike computer. */
const CAMERA_LATER = 96;
export const FILM_SECONDS = 24;

/** @param {number} along metres from the start */
const elevationAt = (along) => 431 + 26 * Math.sin(along / 520 - 0.4) + 7 * Math.sin(along / 170);
/** @param {number} along */
const headingAt = (along) => 0.5 + 1.5 * Math.sin(along / 330) + 0.8 * Math.sin(along / 140 + 1) + along / 900;

/**
 * An invented ride over an invented hill, ten times a second: speed falls with the gradient and rises with the rider's
 * form.
 * @param {(along: number) => number} form
 */
export function inventRide(form) {
  /** @type {Moment[]} */
  const ride = [];
  let [x, y, distance, speed] = [0, 0, 0, 7];
  for (let tick = 0; distance < LENGTH; tick += 1) {
    const gradient = (elevationAt(distance + 5) - elevationAt(distance - 5)) / 10;
    const wanted = form(distance) * (11.5 - 48 * gradient) + 0.35 * Math.sin(tick / 13) + 0.2 * Math.sin(tick / 4.3);
    speed += (wanted - speed) * 0.03;
    const power = Math.max(0, 245 + 1500 * gradient + 160 * (form(distance) - 1) + 28 * Math.sin(tick / 17));
    const lat = LAT + y / METRES_PER_DEGREE;
    const lon = LON + x / (METRES_PER_DEGREE * Math.cos((LAT * Math.PI) / 180));
    ride.push({ time: tick / 10, lat, lon, elevation: elevationAt(distance), speed, distance, power });
    const step = speed / 10;
    x += step * Math.sin(headingAt(distance));
    y += step * Math.cos(headingAt(distance));
    distance += step;
  }
  return ride;
}

/** @param {Moment[]} ride @returns {Moment[]} */
const eachSecond = (ride) => ride.filter((_, index) => index % 10 === 0);

/** What a FIT file is: an activity of a bike computer. */
const FILE_FIELDS = /** @type {const} */ ([
  { field: 0, type: 'enum' },
  { field: 1, type: 'uint16' },
  { field: 2, type: 'uint16' },
  { field: 4, type: 'uint32' },
]);

/** As a bike computer writes it. @param {string} name @param {Moment[]} ride @returns {Promise<GivenFile>} */
export async function writeFitFile(name, ride) {
  /** @type {typeof import('../../tests/telemetry/support/write-fit.ts')} */
  const { createFitWriter, fitTime, RIDE_FIELDS, semicircles } = await tsImport(
    '../../tests/telemetry/support/write-fit.ts',
    import.meta.url,
  );
  const from = fitTime(new Date(BEGAN).toISOString());
  const writer = createFitWriter();
  writer.define({ local: 0, global: 0, fields: FILE_FIELDS });
  writer.write(0, [4, 1, 3_121, from]);
  writer.define({ local: 1, global: 20, fields: RIDE_FIELDS });
  let heart = 128;
  for (const { time, lat, lon, elevation, speed, distance, power } of eachSecond(ride)) {
    heart += (112 + power / 4.2 - heart) * 0.05;
    const cadence = 86 + 6 * Math.sin(time / 9) - (power > 300 ? 8 : 0);
    const place = [semicircles(lat), semicircles(lon), (elevation + 500) * 5];
    const effort = [speed * 1000, distance * 100, heart, cadence, power, 19];
    writer.write(1, [from + time, ...[...place, ...effort].map(Math.round)]);
  }
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(writer.finish()) };
}

/** @param {string} name @param {Moment[]} ride @param {number} later milliseconds @returns {Promise<GivenFile>} */
export async function writeGpxFile(name, ride, later) {
  /** @type {typeof import('../../tests/telemetry/support/write-gpx.ts')} */
  const { writeGpx } = await tsImport('../../tests/telemetry/support/write-gpx.ts', import.meta.url);
  const points = eachSecond(ride).map(({ time, lat, lon, elevation }) => ({
    lat: lat.toFixed(7),
    lon: lon.toFixed(7),
    elevation: Number(elevation.toFixed(1)),
    time: new Date(BEGAN + later + time * 1000).toISOString(),
  }));
  return { name, mimeType: 'application/gpx+xml', buffer: Buffer.from(writeGpx([[points]])) };
}

/**
 * The film with the positions that a GoPro would have written beside it.
 * @param {string} name
 * @param {Uint8Array} film
 * @param {Moment[]} ride
 * @returns {Promise<GivenFile>}
 */
export async function writeGoProFile(name, film, ride) {
  /** @type {typeof import('../../tests/telemetry/support/write-gopro.ts')} */
  const { addTelemetry } = await tsImport('../../tests/telemetry/support/write-gopro.ts', import.meta.url);
  const payloads = Array.from({ length: FILM_SECONDS }, (_, second) => ({
    durationMs: 1000,
    points: ride
      .slice((CAMERA_LATER + second) * 10, (CAMERA_LATER + second + 1) * 10)
      .map(({ time, lat, lon, elevation, speed }) => ({ lat, lon, elevation, speed, utc: BEGAN + time * 1000 })),
  }));
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(addTelemetry(film, { payloads, stream: 'GPS9' })) };
}
