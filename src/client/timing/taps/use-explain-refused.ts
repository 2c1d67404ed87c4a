import { errors } from '../../../protocol/errors.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { type RefusedTap, refusedTime, refusedWords } from './refused-taps.ts';

/** Says why a tap was refused and what its time was, which is kept nowhere else; then the tap can be dismissed. */
export function useExplainRefused(sync: SyncClient, event: EventState): (tap: RefusedTap) => void {
  const { confirm } = useAlert();
  return useStable((tap) => {
    void (async () => {
      const isSeen = await confirm({
        title: refusedWords(tap.line),
        message: `${errors[tap.code].text} The tap does not count. Its time was ${refusedTime(tap, event, sync.clock.place)}: write it down.`,
        confirmLabel: 'Dismiss',
        cancelLabel: 'Keep',
      });
      if (isSeen) void sync.dismiss(tap.tapId);
    })();
  });
}
