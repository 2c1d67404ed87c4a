import { useRef } from 'react';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { describeTap, notKept } from './tap-words.ts';
import type { Tap, TappedTeam } from './timing-button.tsx';
import { useRecorder } from './use-recorder.ts';
import { useUnsureTaps } from './use-unsure-taps.ts';

export interface TapParts {
  readonly sync: SyncClient | null;
  readonly eventId: string;
  /** The admin link has not been turned into rights yet. */
  readonly isJoining: boolean;
  /** The tap was made for the wrong rider. */
  readonly onGive: (tapId: string) => void;
}

/** Records a press on Start or Finish, and says it in the strip of the board. */
export function useTap({ sync, eventId, isJoining, onGive }: TapParts): Tap {
  const { alert } = useAlert();
  /** The last taps that the strip speaks of. */
  const said = useRef<{ readonly tapIds: readonly string[]; readonly takeBack: () => void } | null>(null);
  const record = useRecorder({
    sync,
    eventId,
    onRefused(tapIds) {
      if (said.current?.tapIds.some((tapId) => tapIds.includes(tapId))) said.current.takeBack();
    },
  });
  useUnsureTaps({ sync, eventId, point: null, record });

  function tell(tapIds: readonly string[], team: TappedTeam | undefined): () => void {
    const event = sync?.event(eventId).getSnapshot().event ?? null;
    const tapId = tapIds[0]!;
    const news = event && describeTap(event, tapId, team);
    if (sync === null || news === null) return () => {};
    const undo = tapIds.map((each) => ({ type: 'tap.undo', tapId: each }) as const);
    return showUndo({
      message: news.message,
      undo: () => void sync.recordTogether(eventId, undo),
      ...(team === undefined && { more: { label: 'Give this time to…', run: () => onGive(tapId) } }),
    });
  }

  return useStable<Parameters<Tap>, Promise<void>>(async (entry, line, timeStamp, team) => {
    if (sync === null || isJoining) {
      return alert('Guest admin access is still initializing. Please try again in a moment.');
    }
    await record({
      racerIds: team?.racerIds ?? [entry.racerId],
      line,
      timeStamp,
      feedback: line,
      lost: notKept(team?.name ?? entry.name),
      onShown: (tapIds) => {
        said.current = { tapIds, takeBack: tell(tapIds, team) };
      },
    });
  });
}
