import { useCallback, useEffect, useRef } from 'react';
import type { SyncClient } from '../../sync/sync-client.ts';
import { type OnRefused, type RefusalWatch, watchRefusals } from './watch-refusals.ts';

/** Works for as long as the screen is there; after that, refused commands stand in the header. */
export function useRefusals(sync: SyncClient): (commandId: string, onRefused: OnRefused) => void {
  const watch = useRef<RefusalWatch | null>(null);
  useEffect(() => {
    const started = watchRefusals(sync.status);
    watch.current = started;
    return () => {
      started.stop();
      watch.current = null;
    };
  }, [sync]);
  return useCallback((commandId, onRefused) => watch.current?.watch(commandId, onRefused), []);
}
