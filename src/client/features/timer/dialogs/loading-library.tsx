import type { SyncClient } from '../../../sync/sync-client.ts';
import { useConnection } from '../../../sync/use-sync.ts';
import { Notice } from '../../../ui/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/skeleton.tsx';

/** The account's data has never been on this device, and is on its way, or not. */
export function LoadingLibrary({ sync, what }: { readonly sync: SyncClient; readonly what: 'events' | 'racers' }) {
  const isOfEvents = what === 'events';
  const connection = useConnection(sync);
  if (connection === 'connecting' && !navigator.onLine) {
    return (
      <Notice tone="info">
        {isOfEvents
          ? 'You’ll see your events when the connection is back.'
          : 'You’ll see your racers when the connection is back.'}
      </Notice>
    );
  }
  return (
    <LoadingRegion label={isOfEvents ? 'Loading your events' : 'Loading your racers'}>
      <Skeleton className="h-40 w-full" />
    </LoadingRegion>
  );
}
