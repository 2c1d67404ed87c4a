import { useCallback, useMemo, useState } from 'react';
import { cameraUncertainty } from '../../../domain/camera/uncertainty.ts';
import { counted } from '../../../domain/language.ts';
import type { Reading } from '../../../domain/timing/clock.ts';
import { durationMs, type EpochMs } from '../../../domain/units.ts';
import type { FilmReport } from '../../camera/messages.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import { keepProblems } from '../../pictures/kept-finish.ts';
import { keepPictures } from '../../pictures/keep-pictures.ts';
import type { NewCommand } from '../../sync/command-subjects.ts';
import { TIME_NOT_KEPT } from '../../timing/taps/tap-words.ts';
import type { RecordTap } from '../../timing/taps/use-recorder.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import { useStable } from '../../ui/use-stable.ts';
import type { CameraSession, SessionState } from './camera-session.ts';
import { listOffers, type Offer, type SeenCrossing } from './offers.ts';
import type { Cursor } from './use-cursor.ts';

export interface CameraTimesParts {
  readonly open: OpenEvent;
  readonly session: CameraSession;
  readonly state: SessionState;
  /** How late frames are stamped; undefined before the calibration. */
  readonly lag: number | undefined;
  readonly isBadWeather: boolean;
  readonly line: number;
  readonly record: RecordTap;
}

const FINISH = 'finish';
const MOST_UNCERTAIN_MS = 1_000;
const CLOCK_WAS_SET = 'This phone’s clock was set at that moment. No time can be taken there.';

/** Makes times of what the camera saw: always because a person said so. */
export function useCameraTimes({ open, session, state, lag, isBadWeather, line, record }: CameraTimesParts) {
  const { sync, eventId, event } = open;
  const { alert } = useAlert();
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set());

  function uncertaintyOf(report: FilmReport, how: Cursor['how']): number {
    const { interval = 33, unsteady, isNoisy } = report;
    const isCalibrated = lag !== undefined;
    const exposure = state.exposure ?? interval;
    const ms = cameraUncertainty({ interval, exposure, unsteady, isCalibrated, isBadWeather, isNoisy, how });
    return Math.min(MOST_UNCERTAIN_MS, ms);
  }

  /** A moment of the frames with the device's two clocks; null where one of them was set. */
  const readingOf = useCallback(
    (moment: number): Reading | null => session.readingAt(moment - (lag ?? 0)),
    [session, lag],
  );
  const placeOf = useCallback(
    (moment: number): EpochMs | null => {
      const reading = readingOf(moment);
      return reading && sync.clock.place(reading).at;
    },
    [readingOf, sync],
  );
  const crossings = useMemo(
    () =>
      state.crossings.flatMap(({ at: moment }): SeenCrossing[] => {
        const at = placeOf(moment);
        return at === null ? [] : [{ moment, at }];
      }),
    [state.crossings, placeOf],
  );
  const offers = useMemo(
    () => listOffers(event, sync.deviceId(), FINISH, crossings, declined),
    [event, sync, crossings, declined],
  );

  async function keep(tapId: string, racerId: string | null, moment: number): Promise<void> {
    const { film } = state;
    const at = placeOf(moment);
    if (film === null || at === null) return;
    const { strip, pictures } = await film.keepFinish(moment);
    if (strip === null) return;
    const kept = await keepPictures({
      eventId,
      tapId,
      racerId,
      at,
      strip: strip.blob,
      columns: strip.columns.map((column) => column - moment),
      line: [line, 0, line, 1],
      frames: pictures.map((each) => ({ at: (at + Math.round(each.at - moment)) as EpochMs, picture: each.blob })),
    });
    if (!kept.ok) showToast(keepProblems[kept.error], { id: 'camera-pictures' });
  }

  const take = useStable(async ({ moment, how }: Cursor): Promise<boolean> => {
    const captured = readingOf(moment);
    const report = session.report.getSnapshot();
    if (captured === null || report === null) {
      await alert(CLOCK_WAS_SET);
      return false;
    }
    const seen = { captured, uncertainty: durationMs(uncertaintyOf(report, how)) };
    const made = await record({
      racerIds: [null],
      line: FINISH,
      timeStamp: 0,
      seen,
      feedback: FINISH,
      lost: TIME_NOT_KEPT,
    });
    if (made === null) return false;
    void keep(made.tapIds[0]!, null, moment);
    return true;
  });

  /** The camera's time counts, the thumb's stays: as a second reading, or among the discarded where it had no racer. */
  const accept = useStable(async (accepted: readonly Offer[]) => {
    const report = session.report.getSnapshot();
    if (report === null) return;
    const uncertainty = durationMs(uncertaintyOf(report, 'candidate'));
    const back: NewCommand[] = [];
    for (const { tap, crossing } of accepted) {
      const captured = readingOf(crossing.moment);
      if (captured === null) continue;
      const id = sync.makeId();
      const { racerId, attempt: run, line: of } = tap;
      const steps: NewCommand[] = [
        { type: 'tap.record', id, line: of, run, racerId },
        { type: 'tap.see', tapId: id, uncertainty },
        racerId === null ? { type: 'tap.undo', tapId: tap.id } : { type: 'tap.choose', tapId: id },
      ];
      try {
        await sync.recordTogether(eventId, steps, captured);
      } catch (error) {
        console.warn('A camera’s time could not be recorded.', error);
        void alert('This device couldn’t store the camera’s time. The time of the tap stays.');
        return;
      }
      back.push(racerId === null ? { type: 'tap.redo', tapId: tap.id } : { type: 'tap.choose', tapId: tap.id });
      back.push({ type: 'tap.undo', tapId: id });
      void keep(id, racerId, crossing.moment);
    }
    if (back.length === 0) return;
    showUndo({
      message: `${counted(back.length / 2, 'time', 'times')} taken from the camera`,
      undo: () => {
        setDeclined(new Set([...declined, ...accepted.map(({ tap }) => tap.id)]));
        void sync.recordTogether(eventId, back);
      },
    });
  });

  return {
    offers,
    take,
    accept,
    decline: useStable((offer: Offer) => setDeclined(new Set([...declined, offer.tap.id]))),
    placeOf,
    uncertaintyOf,
  };
}
