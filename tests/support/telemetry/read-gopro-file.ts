import type { Result } from '../../../src/domain/result.ts';
import type { RandomAccess } from '../../../src/domain/telemetry/movie/random-access.ts';
import { readGoPro } from '../../../src/domain/telemetry/movie/read-gopro.ts';
import { readMovie } from '../../../src/domain/telemetry/movie/read-movie.ts';
import type { ReadFailure, Recording } from '../../../src/domain/telemetry/recording.ts';

/** The index of a GoPro's movie and then its positions, as the page reads them. */
export async function readGoProFile(
  file: RandomAccess,
  progress?: (part: number) => void,
): Promise<Result<Recording, ReadFailure>> {
  const movie = await readMovie(file);
  return movie.ok ? readGoPro(file, movie.value, progress) : movie;
}
