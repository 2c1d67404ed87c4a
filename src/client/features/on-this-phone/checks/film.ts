import { type FilmReader, readFilm } from '../../../camera/film-reader.ts';
import type { FilmReport, FilmSettings } from '../../../camera/messages.ts';
import { openCamera } from '../../../camera/open-camera.ts';
import { requireCamera } from './open.ts';

/** Frames are measured and thrown away. */
const ONLY_MEASURED: FilmSettings = { line: 0.5, isBadWeather: false, keepMinutes: 1, isKept: false };

interface Shift {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

interface Filmed {
  /** Stamps of the frames by each clock. */
  readonly frames: Readonly<Record<string, readonly number[]>>;
  readonly report: FilmReport | undefined;
  readonly shifts: readonly Shift[];
}

/** Films for so long and gives the camera back. */
export async function filmFor(
  seconds: number,
  signal: AbortSignal,
  progress: (share: number) => void,
  isTwisted = false,
): Promise<Filmed> {
  const track = await requireCamera(openCamera, signal);
  const frames: Record<string, number[]> = { arrival: [], timestamp: [], capture: [] };
  const shifts: Shift[] = [];
  let report: FilmReport | undefined;
  let film: FilmReader | undefined;
  signal.addEventListener('abort', () => film?.stop());
  await new Promise<void>((resolve, reject) => {
    let beganAt: number | undefined;
    readFilm(ONLY_MEASURED, {
      onReport(next) {
        report = next;
        for (const { arrival, timestamp, capture } of next.stamps) {
          frames['arrival']!.push(arrival);
          if (timestamp !== undefined) frames['timestamp']!.push(timestamp);
          if (capture !== undefined) frames['capture']!.push(capture);
        }
        const now = performance.now();
        beganAt ??= now;
        progress(Math.min(1, (now - beganAt) / seconds / 1000));
        if (now - beganAt >= seconds * 1000) resolve();
      },
      onShift: (shift) => shifts.push(shift),
      onEnded: () => reject(new DOMException('ended', 'NotReadableError')),
    }).then((opened) => {
      film = opened;
      if (signal.aborted) return film.stop();
      film.feed(track);
      if (isTwisted) film.twist(true);
    }, reject);
  });
  film?.stop();
  track.stop();
  return { frames, report, shifts };
}
