import type { View } from '../../../domain/sights/views.ts';
import type { Projected } from '../../../domain/results/projected.ts';
import type { TeamResult } from '../../../domain/model/teams.ts';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { can, type Capability } from '../../../domain/access/can.ts';
import type { EventState } from '../../../domain/model/state.ts';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import type { ShownEvent } from '../../sync/event-store.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useConnection, useObservable, useSync } from '../../sync/use-sync.ts';
import { Board } from '../../features/timer/board.tsx';
import { useRunLink } from '../../leaderboard/board/use-run-link.ts';
import { RenderedAtContext } from '../../timing/clocks/rendered-at.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import type { Reader } from '../../event/event-problem.tsx';
import { ArrivingView } from '../../event/arriving-view.tsx';
import { EventSkeleton } from '../../event/event-skeleton.tsx';
import { latePart } from '../../event/late-part.tsx';
import { changeAddress, POST, useInAddress, useView } from '../../event/in-address.ts';

export interface TimerPageProps {
  /** The event in the address. */
  readonly eventId: string | null;
  /** `joining`: an admin link is being turned into rights, and nothing can be tapped yet. */
  readonly guestAccess: 'none' | 'joining' | 'viewer' | 'failed';
  /** The event as the server has rendered it, shown until sync knows it. */
  readonly initial?: {
    readonly event: EventState;
    readonly view: View;
    readonly at?: EpochMs;
    readonly places?: Readonly<Record<string, Projected>>;
    readonly teams?: readonly TeamResult[];
  } | null;
  /** The state of sending, for a screen that hides the app's own header. */
  readonly status?: ReactNode;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

/** The viewers' board is loaded late: most people who open the app time races, and need not wait for it. */
const ViewerBoard = lazy(() =>
  import('../../features/watch/viewer-board.tsx').then((module) => ({ default: module.ViewerBoard })),
);

const loadProblem = () => import('../../event/event-problem.tsx').then((module) => ({ default: module.EventProblem }));
const EventProblem = lazy(loadProblem);

const shownView = latePart(() => import('./shown-view.tsx').then((module) => module.ShownView));

const postPage = latePart(() => import('../../event/helpers/post-page.tsx').then((module) => module.PostPage));

export interface EventScreenProps extends Omit<TimerPageProps, 'eventId'> {
  readonly eventId: string;
}

/** The screen of one event: as the server has rendered it, and live as soon as there is sync. */
export function EventScreen(props: EventScreenProps) {
  const { eventId, guestAccess, initial = null, status = null, onOpenEvent, onLeave } = props;
  const sync = useSync();
  const shown = useObservable(sync?.event(eventId), null);
  useEffect(() => sync?.followEvent(eventId), [sync, eventId]);
  // Loaded ahead: by the time that an event is deleted, a later release may have replaced the file.
  useEffect(() => void loadProblem().catch(() => undefined), []);

  const open = useOpenEvent(sync, eventId, shown);
  const now = useCallback((): EpochMs => sync?.clock.now() ?? epochMs(Date.now()), [sync]);
  const mayTime = open?.may('time') ?? false;
  const view = useView();
  const post = useInAddress(POST);
  // A viewer has the spectator's board. A guest who is on the way in keeps the buttons in their place.
  const isWatching = !mayTime && guestAccess !== 'joining' && (open?.shown.view ?? initial?.view) === 'viewer';
  const RunLink = useRunLink(eventId, isWatching && open !== null);
  // The device's own copy is shown until the server is heard, and says how far it goes.
  const isConnected = useConnection(sync) !== 'connecting' || open === null;

  const [hasCaughtUp, setCaughtUp] = useState(false);
  const isBehind = !hasCaughtUp && open !== null && initial !== null && isOlder(open.shown, initial.event);
  if (open !== null && !isBehind && !hasCaughtUp) setCaughtUp(true);
  const event = (isBehind ? null : open?.event) ?? initial?.event ?? null;
  const problem = event?.deletedAt != null ? 'event-deleted' : (shown?.problem ?? null);
  if (problem !== null && (event === null || problem === 'event-deleted' || !mayTime)) {
    const restore = () => void sync?.recordForEvent(eventId, { type: 'event.restore' });
    return (
      <Suspense fallback={<EventSkeleton />}>
        <EventProblem
          code={problem}
          eventId={eventId}
          reader={readerOf(shown)}
          onRestore={open?.may('delete') ? restore : null}
          onLeave={onLeave}
        />
      </Suspense>
    );
  }
  if (event === null) return <EventSkeleton />;
  if (post !== null && (mayTime || guestAccess === 'joining')) {
    const onClose = () => changeAddress({ [POST]: null }, 'replaceState');
    const waiting = <ArrivingView event={event} onClose={onClose} />;
    return <postPage.Part line={post} event={event} open={mayTime ? open : null} {...{ onClose, waiting }} />;
  }
  const board = (
    <RenderedAtContext value={open === null ? (initial?.at ?? null) : null}>
      {isWatching ? (
        <Suspense fallback={<EventSkeleton />}>
          <ViewerBoard
            event={event}
            shown={open?.shown ?? null}
            now={now}
            places={initial?.places}
            RunLink={RunLink}
            isConnected={isConnected}
          />
        </Suspense>
      ) : (
        <Board
          event={event}
          open={open}
          isJoining={guestAccess === 'joining'}
          isOpening={open === null && initial?.view === 'admin'}
          now={now}
          status={status}
          onOpenEvent={onOpenEvent}
          onLeave={onLeave}
        />
      )}
    </RenderedAtContext>
  );
  if (open === null || view.id === null) return board;
  const waiting = <ArrivingView event={event} onClose={view.close} />;
  return <shownView.Part id={view.id} open={open} board={board} onClose={view.close} waiting={waiting} />;
}

/**
 * The device's own copy of an event may be older than the board that came with the page: results must not disappear until
 * the socket has answered. A tap that waits on this device is only in that copy.
 */
export function isOlder(
  { event, pendingIds }: Pick<ShownEvent, 'event' | 'pendingIds'>,
  rendered: EventState,
): boolean {
  return event !== null && event.seq < rendered.seq && pendingIds.size === 0;
}

function readerOf(shown: ShownEvent | null): Reader {
  if (shown === null || shown.actor.userId === null || shown.actor.isAnonymous) return 'signed-out';
  return shown.actor.verifiedEmail === null ? 'unconfirmed' : 'confirmed';
}

function useOpenEvent(sync: SyncClient | null, eventId: string, shown: ShownEvent | null): OpenEvent | null {
  return useMemo(() => {
    const event = shown?.event ?? null;
    if (sync === null || shown === null || event === null) return null;
    const may = (capability: Capability) => can(shown.actor, capability, event);
    return { sync, eventId, event, shown, may };
  }, [sync, eventId, shown]);
}
