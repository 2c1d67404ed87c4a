import goproTelemetry from 'gopro-telemetry';
import { accessBytes } from './access-bytes.ts';
import { readMovie } from '../../../src/telemetry/domain/movie/read-movie.ts';

export interface PeerPoint {
  /** Latitude, longitude, elevation, speed … */
  readonly value: readonly number[];
  /** Milliseconds in the movie. */
  readonly cts: number;
}

type PeerAnswer = Readonly<
  Record<string, { readonly streams?: Readonly<Record<string, { readonly samples: readonly PeerPoint[] }>> }>
>;

/** The library needs all payloads in one piece, with the time of each. */
export async function readWithGoProTelemetry(
  bytes: Uint8Array,
  stream: 'GPS5' | 'GPS9',
): Promise<readonly PeerPoint[]> {
  const movie = await readMovie(accessBytes(bytes));
  if (!movie.ok) throw new Error(movie.error.code);
  const { telemetry, duration, creationTime } = movie.value;
  const rawData = Buffer.concat(telemetry.map(({ offset, size }) => bytes.subarray(offset, offset + size)));
  const samples = telemetry.map((sample) => ({ cts: sample.start * 1000, duration: sample.duration * 1000 }));
  const timing = { videoDuration: duration, frameDuration: 1 / 30, start: new Date(creationTime ?? 0), samples };
  const answer = await goproTelemetry({ rawData, timing }, { stream: [stream], ellipsoid: true });
  return Object.values(answer as unknown as PeerAnswer).flatMap(({ streams }) => streams?.[stream]?.samples ?? []);
}
