import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { View } from '../../domain/sights/views.ts';
import type { EventState } from '../../domain/model/state.ts';
import { useViewer } from '../session/viewer.ts';
import type { GuestKey } from '../sync/ports.ts';
import { useObservable, useSync } from '../sync/use-sync.ts';
import { useGuestAccess } from './guest-access.ts';
import { lazyScreen } from './lazy-screen.ts';
import { useInitialEvent } from './page-data.ts';
import { Screen } from './screen.tsx';
import { SyncStatus } from './sync-status.tsx';

export const timerScreen = lazyScreen(() => import('./event/timer-page.tsx').then((m) => m.TimerPage));

/** A new navigation is a new timer: nothing of the event before stays on the screen. */
export function TimerRoute() {
  const { key } = useLocation();
  useEffect(() => () => shownLast.clear(), []);
  return <Timer key={key} />;
}

/**
 * The last shown board, by event: it stays on the screen while a guest gets an identity, and with it another sync.
 * Forgotten when the timer is left.
 */
const shownLast = new Map<string, { readonly event: EventState; readonly view: View }>();

/** The status is one element for good, so that the timer's header is drawn again only when something in it has changed. */
const STATUS = <SyncStatus />;

function Timer() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const viewer = useViewer();
  const sync = useSync();
  const eventId = search.get('eventId') || null;
  const rendered = useInitialEvent(eventId);
  const initial = rendered ?? shownLast.get(eventId ?? '') ?? null;
  const shown = useObservable(eventId === null ? undefined : sync?.event(eventId), null);
  const hideAdminKey = useCallback(() => {
    setSearch(
      (current) => {
        current.delete('guestAdminKey');
        return current;
      },
      { replace: true },
    );
  }, [setSearch]);
  useEffect(() => {
    const event = shown?.event ?? null;
    if (event !== null) shownLast.set(event.id, { event, view: shown?.view ?? 'viewer' });
  }, [shown]);
  const guestAccess = useGuestAccess(eventId, guestKeyIn(search), hideAdminKey);
  const name = shown?.event?.name ?? initial?.event.name;

  return (
    <Screen title={name ?? 'Race Timer'}>
      <timerScreen.Screen
        eventId={eventId}
        guestAccess={guestAccess}
        initial={initial}
        status={STATUS}
        onOpenEvent={(id) => void navigate(`/timer?eventId=${encodeURIComponent(id)}`)}
        onLeave={() => void navigate(viewer.kind === 'user' ? '/homepage' : '/landing')}
      />
    </Screen>
  );
}

function guestKeyIn(search: URLSearchParams): GuestKey | null {
  const admin = search.get('guestAdminKey');
  if (admin !== null && admin !== '') return { kind: 'admin', key: admin };
  const viewer = search.get('guestViewerKey');
  return viewer === null || viewer === '' ? null : { kind: 'viewer', key: viewer };
}
