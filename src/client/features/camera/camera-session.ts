import type { Reading } from '../../../domain/timing/clock.ts';
import { type FilmReader, readFilm } from '../../camera/film-reader.ts';
import type { FilmReport, FilmSettings } from '../../camera/messages.ts';
import { openCamera } from '../../camera/open-camera.ts';
import { createObserved, type Observable } from '../../sync/observable.ts';
import { createClockMarks } from './clock-marks.ts';

/** Why nothing is filmed. */
export type Trouble = 'unsupported' | 'refused' | 'none' | 'busy' | 'taken' | 'worker';

interface Crossing {
  /** On the page's clock, as the frames are stamped. */
  readonly at: number;
}

export interface SessionState {
  readonly kind: 'asking' | 'running' | 'trouble';
  readonly trouble: Trouble | null;
  readonly stream: MediaStream | null;
  readonly film: FilmReader | null;
  readonly label: string;
  /** How long a frame is open to light; undefined where the camera does not say. */
  readonly exposure: number | undefined;
  readonly crossings: readonly Crossing[];
  readonly isMuted: boolean;
  /** The device's clock was set while the film ran. */
  readonly isClockCut: boolean;
  /** The pictures have had another size or beginning since the line was drawn. */
  readonly isOtherPicture: boolean;
}

export interface CameraSession {
  readonly state: Observable<SessionState>;
  readonly report: Observable<FilmReport | null>;
  readonly shifts: Set<(shift: { from: number; to: number; by: number }) => void>;
  open(deviceId?: string): void;
  set(settings: FilmSettings): void;
  /** Both clocks at a moment of the film; null where one of them was set. */
  readingAt(moment: number): Reading | null;
  stop(): void;
}

const BEGIN: SessionState = {
  kind: 'asking',
  trouble: null,
  stream: null,
  film: null,
  label: '',
  exposure: undefined,
  crossings: [],
  isMuted: false,
  isClockCut: false,
  isOtherPicture: false,
};
const MOST_CROSSINGS = 2_000;
/** After this time without a frame a camera that says nothing has gone. */
const SILENT_MS = 1_500;
/** `exposureTime` is in units of 100 µs. */
const EXPOSURE_UNIT_MS = 0.1;

const readClocks = (): Reading => ({
  wall: Date.now(),
  monotonic: performance.now(),
  origin: performance.timeOrigin,
});

/** One camera at the line, for as long as its screen is open: what was filmed outlives a camera that is taken away. */
export function createCameraSession(first: FilmSettings): CameraSession {
  const state = createObserved<SessionState>(BEGIN);
  const report = createObserved<FilmReport | null>(null);
  const shifts: CameraSession['shifts'] = new Set();
  const marks = createClockMarks();
  const end = new AbortController();
  const { signal } = end;
  let settings = first;
  let film: Promise<FilmReader> | null = null;
  let chosen: string | undefined;
  let openings = 0;
  let reportedAt = 0;
  const change = (next: Partial<SessionState>): void => state.set({ ...state.getSnapshot(), ...next });

  function startFilm(): Promise<FilmReader> {
    return readFilm(settings, {
      onReport(next) {
        reportedAt = performance.now();
        const reading = readClocks();
        if (marks.note(reading)) {
          void film?.then((reader) => reader.cut(reading.monotonic));
          change({ isClockCut: true });
        }
        report.set(next);
      },
      onCrossing: ({ at }) => change({ crossings: [...state.getSnapshot().crossings.slice(-MOST_CROSSINGS), { at }] }),
      onCut: () => change({ isOtherPicture: true }),
      onShift: (shift) => shifts.forEach((hear) => hear(shift)),
      onEnded: () => fail('taken'),
    });
  }

  function release(): void {
    state
      .getSnapshot()
      .stream?.getTracks()
      .forEach((track) => track.stop());
  }

  function fail(trouble: Trouble): void {
    // A camera that this page itself has just given back, to open another one, was not taken away.
    if (signal.aborted || state.getSnapshot().kind !== 'running') return;
    release();
    change({ kind: 'trouble', trouble, stream: null });
  }

  async function open(deviceId: string | undefined): Promise<void> {
    openings += 1;
    const mine = openings;
    chosen = deviceId ?? chosen;
    release();
    change({ kind: 'asking', trouble: null, stream: null, isMuted: false });
    const opened = await openCamera(chosen);
    const isOver = () => signal.aborted || mine !== openings;
    if (opened.kind === 'trouble') {
      if (!isOver()) change({ kind: 'trouble', trouble: opened.trouble });
      return;
    }
    const { stream, track } = opened;
    if (isOver()) return track.stop();
    film ??= startFilm();
    const reader = await film.catch(() => null);
    if (isOver() || reader === null) {
      track.stop();
      if (reader === null) film = null;
      if (!isOver()) change({ kind: 'trouble', trouble: 'worker' });
      return;
    }
    reportedAt = performance.now();
    reader.set(settings);
    reader.feed(track);
    track.addEventListener('mute', () => !isOver() && change({ isMuted: true }));
    track.addEventListener('unmute', () => !isOver() && change({ isMuted: false }));
    track.addEventListener('ended', () => !isOver() && fail('taken'));
    const { exposureTime } = track.getSettings() as { exposureTime?: number };
    change({
      kind: 'running',
      stream,
      film: reader,
      label: track.label,
      exposure: exposureTime === undefined ? undefined : exposureTime * EXPOSURE_UNIT_MS,
      isOtherPicture: false,
    });
  }

  // Phones stop the camera of a page that is hidden, some of them without a word.
  document.addEventListener(
    'visibilitychange',
    () => {
      const { kind, stream } = state.getSnapshot();
      if (document.hidden || kind !== 'running') return;
      const track = stream?.getVideoTracks()[0];
      const isSilent = performance.now() - reportedAt > SILENT_MS;
      if (track === undefined || track.readyState === 'ended' || track.muted || isSilent) void open(chosen);
    },
    { signal },
  );

  return {
    state,
    report,
    shifts,
    open: (deviceId) => void open(deviceId),
    set(next) {
      if (next.line !== settings.line) change({ isOtherPicture: false });
      settings = next;
      void film?.then((reader) => reader.set(settings));
    },
    readingAt: marks.readingAt,
    stop() {
      end.abort();
      release();
      void film?.then(
        (reader) => reader.stop(),
        () => undefined,
      );
    },
  };
}
