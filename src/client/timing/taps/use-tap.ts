import { useEffect, useRef } from 'react';
import { attemptNow } from '../../../domain/model/state.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import { hands } from '../hands/hands.ts';
import { describeRefusals, listRefusedTaps } from './refused-taps.ts';
import { createSendingTrouble, type SendingTrouble } from './sending-trouble.ts';
import { giveFeedback } from './tap-feedback.ts';
import { describeTap } from './tap-words.ts';
import type { Tap, TappedTeam } from './timing-button.tsx';
import { useStable } from '../../ui/use-stable.ts';

export interface TapParts {
  readonly sync: SyncClient | null;
  readonly eventId: string;
  /** The admin link has not been turned into rights yet. */
  readonly isJoining: boolean;
  /** The tap was made for the wrong rider. */
  readonly onGive: (tapId: string) => void;
}

type Said = readonly [tapId: string, ...others: string[]];

/** Returns what takes the words back. */
function tell(
  sync: SyncClient,
  eventId: string,
  tapIds: Said,
  team: TappedTeam | undefined,
  onGive: TapParts['onGive'],
): () => void {
  const { event } = sync.event(eventId).getSnapshot();
  const [tapId] = tapIds;
  const news = event && describeTap(event, tapId, team);
  if (news === null) return () => {};
  return showUndo({
    message: news.message,
    undo: () =>
      void sync.recordTogether(
        eventId,
        tapIds.map((each) => ({ type: 'tap.undo', tapId: each })),
      ),
    ...(team === undefined && { more: { label: 'Give this time to…', run: () => onGive(tapId) } }),
  });
}

/** Records a press on Start or Finish. */
export function useTap({ sync, eventId, isJoining, onGive }: TapParts): Tap {
  const { alert } = useAlert();
  const trouble = useRef<SendingTrouble | null>(null);
  /** The last tap that the strip speaks of: refused, 'Ada started' would be untrue. */
  const said = useRef<{ readonly tapIds: Said; readonly takeBack: () => void } | null>(null);
  useEffect(() => {
    if (sync === null) return;
    const watching = createSendingTrouble({
      sync,
      network: window,
      isOnline: () => navigator.onLine,
      // Not in red: the tap is safe on this device.
      tell: (message) => void showToast(message),
      onFinished: (tapId) => {
        const { event } = sync.event(eventId).getSnapshot();
        if (event && describeTap(event, tapId)?.isFinished) showToast('Race finished!', { tone: 'good' });
      },
      onRefused: (tapIds) => {
        if (said.current?.tapIds.some((tapId) => tapIds.includes(tapId))) said.current.takeBack();
        const { event } = sync.event(eventId).getSnapshot();
        const rows = sync.status.getSnapshot().needsAttention.filter(({ command }) => tapIds.includes(command.id));
        const words = event && describeRefusals(listRefusedTaps(rows, eventId, event.counting), event);
        if (words !== null) showToast(words, { tone: 'bad' });
      },
    });
    trouble.current = watching;
    return () => {
      trouble.current = null;
      watching.stop();
    };
  }, [sync, eventId]);

  const tap: Tap = async (entry, line, timeStamp, team) => {
    if (sync === null || isJoining) {
      return alert('Guest admin access is still initializing. Please try again in a moment.');
    }
    const captured = sync.clock.stampFromEvent(timeStamp);
    hands.touch(performance.now());
    giveFeedback(line);
    const { event } = sync.event(eventId).getSnapshot();
    const run = event === null ? 1 : attemptNow(event);
    const racerIds = team?.racerIds ?? [entry.racerId];
    let tapIds: Said;
    try {
      tapIds = (await sync.recordTogether(
        eventId,
        racerIds.map((racerId) => ({ type: 'tap.record', line, run, racerId })),
        captured,
      )) as Said;
    } catch (error) {
      console.warn('A tap could not be recorded.', error);
      // Not awaited: the button must be free for the second try while the message is still on the screen.
      void alert(
        `${team?.name ?? entry.name} was not timed: this device could not keep the tap. Tap again, and write the time down.`,
      );
      return;
    }
    // The button is free as soon as the tap is stored; the strip follows once the board shows it.
    void afterPaint().then(() => {
      said.current = { tapIds, takeBack: tell(sync, eventId, tapIds, team, onGive) };
      for (const tapId of tapIds) trouble.current?.watch(line, tapId, eventId);
    });
  };

  return useStable(tap);
}

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
