import type { Result } from '../../../src/domain/result.ts';
import type { RandomAccess } from '../../../src/telemetry/domain/movie/random-access.ts';
import { readGoPro } from '../../../src/telemetry/domain/movie/read-gopro.ts';
import { readMovie } from '../../../src/telemetry/domain/movie/read-movie.ts';
import type { ReadFailure, Recording } from '../../../src/telemetry/domain/recording.ts';

/** The index of a GoPro's movie and then its positions, as the page reads them. */
export async function readGoProFile(
  file: RandomAccess,
  progress?: (part: number) => void,
): Promise<Result<Recording, ReadFailure>> {
  const movie = await readMovie(file);
  return movie.ok ? readGoPro(file, movie.value, progress) : movie;
}
