import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { isGroupId } from '../../protocol/routes.ts';
import { useObservable, useSync } from '../sync/use-sync.ts';
import { lazyScreen } from './lazy-screen.ts';
import { useInitialGroup } from './page-data.ts';
import { Screen } from './screen.tsx';

export const eventsScreen = lazyScreen(() => import('../features/events/events-page.tsx').then((m) => m.EventsPage));

export function EventsRoute() {
  const [search] = useSearchParams();
  const asked = search.get('id') ?? '';
  const groupId = isGroupId(asked) ? asked : null;
  const sync = useSync();
  const initial = useInitialGroup(groupId);
  const live = useObservable(groupId === null ? undefined : sync?.group(groupId), null);
  useEffect(() => (groupId === null ? undefined : sync?.followGroup(groupId)), [sync, groupId]);

  const unknown = groupId === null ? { id: '', name: null, events: [] } : null;
  return (
    <Screen title="Shared events">
      <eventsScreen.Screen group={live ?? initial ?? unknown} />
    </Screen>
  );
}
