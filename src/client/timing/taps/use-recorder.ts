import { useEffect, useRef } from 'react';
import type { EndLine, Line } from '../../../domain/model/lines.ts';
import { attemptNow, type TapWay } from '../../../domain/model/state.ts';
import type { Reading } from '../../../domain/timing/clock.ts';
import type { DurationMs } from '../../../domain/units.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { hands } from '../hands/hands.ts';
import { createSendingTrouble, type SendingTrouble } from './sending-trouble.ts';
import { giveFeedback } from './tap-feedback.ts';
import { describeTap } from './tap-words.ts';

/** Taps of one touch, key or listed second: one for each racer, all with the same reading. */
interface NewTap {
  /** Null is a time without a racer. */
  readonly racerIds: readonly (string | null)[];
  readonly line: Line;
  /** Time stamp of the event that made the tap, for example of the finger coming down. */
  readonly timeStamp: number;
  readonly via?: TapWay | undefined;
  /** A moment that has passed, read off a camera: its readings of the device's clocks, and how far they can be off. */
  readonly seen?: { readonly captured: Reading; readonly uncertainty: DurationMs };
  /** Feedback that the hand feels and hears; null where no hand has tapped. */
  readonly feedback: EndLine | null;
  /** Message where this device could not keep the tap. */
  readonly lost: string;
  /** Called once the screen shows the tap, before anything is said of its sending. */
  readonly onShown?: (tapIds: readonly string[]) => void;
}

export interface RecorderParts {
  readonly sync: SyncClient | null;
  readonly eventId: string;
  /** The server has refused these taps for good: 'Ada started' would be untrue. */
  readonly onRefused?: (tapIds: readonly string[]) => void;
}

/** Resolves when the taps are on this device's disk; null where they could not be kept, which is said. */
export type RecordTap = (
  tap: NewTap,
) => Promise<{ readonly tapIds: readonly string[]; readonly captured: Reading } | null>;

/** Records every tap of a timing screen, and says what happens to it (HD7, WY5). */
export function useRecorder({ sync, eventId, onRefused }: RecorderParts): RecordTap {
  const { alert } = useAlert();
  const trouble = useRef<SendingTrouble | null>(null);
  const takeBack = useStable((tapIds: readonly string[]) => onRefused?.(tapIds));
  useEffect(() => {
    if (sync === null) return;
    const watching = createSendingTrouble({
      sync,
      network: window,
      isOnline: () => navigator.onLine,
      // The toast is not in red: the tap is safe on this device.
      tell: (message) => void showToast(message),
      onFinished: (tapId) => {
        const { event } = sync.event(eventId).getSnapshot();
        if (event && describeTap(event, tapId)?.isFinished) showToast('Race finished!', { tone: 'good' });
      },
      onRefused: (tapIds) => {
        takeBack(tapIds);
        // Loaded with the rows of the screen, which say it as well.
        void import('./say-refusals.ts').then(
          ({ sayRefusals }) => sayRefusals(sync, eventId, tapIds),
          () => undefined,
        );
      },
    });
    trouble.current = watching;
    return () => {
      trouble.current = null;
      watching.stop();
    };
  }, [sync, eventId, takeBack]);

  return useStable<Parameters<RecordTap>, ReturnType<RecordTap>>(
    async ({ racerIds, line, timeStamp, via, seen, feedback, lost, onShown }) => {
      if (sync === null) return null;
      const captured = seen?.captured ?? sync.clock.stampFromEvent(timeStamp);
      if (feedback !== null) {
        hands.touch(performance.now());
        giveFeedback(feedback);
      }
      const { event } = sync.event(eventId).getSnapshot();
      const run = event === null ? 1 : attemptNow(event);
      const bodies = racerIds.map((racerId) => {
        return { type: 'tap.record', line, run, racerId, ...(via !== undefined && { via }) } as const;
      });
      const tapIds = bodies.map(() => sync.makeId());
      const taps = bodies.map((body, index) => ({ ...body, id: tapIds[index]! }));
      try {
        await sync.recordTogether(eventId, seen === undefined ? taps : [...taps, ...seeAll(tapIds, seen)], captured);
      } catch (error) {
        console.warn('A tap could not be recorded.', error);
        // The alert is not awaited: the button must be free for the second try while the message is still on the screen.
        void alert(lost);
        return null;
      }
      // The button is free as soon as the tap is stored; what is said of it follows once the screen shows it.
      void afterPaint().then(() => {
        onShown?.(tapIds);
        tapIds.forEach((tapId, index) => trouble.current?.watch({ tapId, eventId, line, racerId: racerIds[index]! }));
      });
      return { tapIds, captured };
    },
  );
}

const seeAll = (tapIds: readonly string[], { uncertainty }: { readonly uncertainty: DurationMs }) =>
  tapIds.map((tapId) => ({ type: 'tap.see', tapId, uncertainty }) as const);

/** A page in the background paints nothing, and must not wait for it. */
const AT_MOST_MS = 200;

/** Resolves once the screen shows the last change: less urgent work gets a frame of its own. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
