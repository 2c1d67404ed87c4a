import { errors } from '../../../protocol/errors.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { type Alerts, useAlert } from '../../ui/alert-dialog.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { type RefusedTap, refusedTime, refusedWords } from './refused-taps.ts';

export type ExplainRefused = (tap: RefusedTap) => void;

/** Says why a tap was refused and what its time was, which is kept nowhere else; then the tap can be dismissed. */
export function createExplain(
  sync: SyncClient,
  event: Pick<EventState, 'timeZone'>,
  confirm: Alerts['confirm'],
): ExplainRefused {
  return (tap) => {
    void (async () => {
      const isSeen = await confirm({
        title: refusedWords(tap.line),
        message: `${errors[tap.code].text} The tap doesn’t count. Its time was ${refusedTime(tap, event, sync.clock.place)}. Write it down.`,
        confirmLabel: 'Dismiss',
        cancelLabel: 'Keep',
      });
      if (isSeen) void sync.dismiss(tap.tapId);
    })();
  };
}

export function useExplainRefused(sync: SyncClient, event: EventState): ExplainRefused {
  const { confirm } = useAlert();
  return useStable(createExplain(sync, event, confirm));
}
