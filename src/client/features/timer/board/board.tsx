import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { EventState } from '../../../../domain/events/state.ts';
import { readBoard } from '../../../../domain/timing/board.ts';
import { listDoubts } from '../../../../domain/timing/doubts.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { undoLast } from '../../../ui/undo-bar.tsx';
import type { OpenEvent } from '../event-context.ts';
import { type BoardDialog, BoardDialogs, shareMenu } from './board-dialogs.tsx';
import { BoardLists, NobodyYet, useRacerSearch } from './lists/board-lists.tsx';
import { BoardTop } from './header/board-top.tsx';
import { BottomBar } from './taps/bottom-bar.tsx';
import { watchFingers } from './taps/fingers.ts';
import { FinishAnnouncer } from './finishes/finish-announcer.tsx';
import { atFinishLine } from './finishes/finish-line.ts';
import { KeepFocus } from './rows/keep-focus.ts';
import { NeedsLook } from './lists/needs-look.tsx';
import { TapButton } from './taps/tap-button.tsx';
import { TickerContext, useTicker } from './clocks/ticker-context.ts';
import { useBoardKeys } from './keys/use-board-keys.ts';
import { useCloseCallMarks } from './leaderboard/close-call-marks.tsx';
import { useRunLink } from './leaderboard/use-run-link.ts';
import { useStable } from './use-stable.ts';
import { useSwitch } from './use-switch.ts';
import { useTap } from './taps/use-tap.ts';
import { useWakeLock } from './use-wake-lock.ts';

const NONE: ReadonlySet<string> = new Set();

export interface BoardProps {
  readonly event: EventState;
  /** Null while the event is only what the server has rendered: then it can be read and not touched. */
  readonly open: OpenEvent | null;
  /** An admin link is being turned into rights. */
  readonly isJoining: boolean;
  readonly now: () => EpochMs;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

export function Board({ event, open, isJoining, now, onOpenEvent, onLeave }: BoardProps) {
  const board = useMemo(() => readBoard(event), [event]);
  const needsLook = useMemo(() => listDoubts(event), [event]);
  const { counters, leaderboard } = board;
  // Parts that may follow a tap later: the lists come first, the rest in a frame of its own.
  const calmOpen = useDeferredValue(open);
  const calmCounters = useDeferredValue(counters);
  const [dialog, setDialog] = useState<BoardDialog | null>(null);
  const search = useRacerSearch();
  const page = useRef<HTMLDivElement>(null);
  const onCourseList = useRef<HTMLDivElement>(null);

  // A problem with the server removes no admin's button: the session may have run out in the middle of the race.
  const mayTime = open !== null && open.may('time');
  const isDisabled = !mayTime && !isJoining;
  const pendingIds = open?.shown.pendingIds ?? NONE;
  const line = useSwitch(atFinishLine) ? 'finish' : 'start';
  const ticker = useTicker(now);
  const onTap = useTap({ sync: open?.sync ?? null, eventId: event.id, isJoining });
  const showDetails = useCallback((racerId: string) => setDialog({ kind: 'racer', racerId }), []);
  const onShow = mayTime ? showDetails : null;
  const openDialog = useStable((kind: Exclude<BoardDialog['kind'], 'racer'>) => setDialog({ kind }));
  const openEvent = useStable(onOpenEvent);
  const leave = useStable(onLeave);
  const onAdd = useStable(() => openDialog('add'));
  const onInvite = useStable(() => openDialog('invite'));
  const onChangeEvent = useStable(() => openDialog('change'));
  const onKeys = useStable(() => openDialog('keys'));
  const onHistory = useStable(() => openDialog('history'));

  useWakeLock(counters.onCourse > 0);
  useEffect(watchFingers, []);
  useBoardKeys({ board: page, onSearch: search.open, onList: onKeys, onUndo: undoLast });

  const RunLink = useRunLink(event.id, open !== null);
  const closeCalls = useCloseCallMarks(leaderboard);
  const isNarrow = useMedia('(width < 48rem)');
  const hasBar = isNarrow && mayTime;
  const isOnCourseAway = useOutOfView(onCourseList, '', hasBar && counters.onCourse > 0);
  const next = isOnCourseAway ? (board.onCourse[0] ?? null) : null;
  const mayAdd = mayTime && open.may('addRacers');
  // An event without racers asks for them on the empty board itself.
  const actions = {
    mayAdd: mayAdd && counters.total > 0,
    mayInvite: mayTime && open.may('inviteAdmins'),
    onAdd,
    onInvite,
  };
  const share = useMemo(
    () => calmOpen !== null && <shareMenu.Part open={calmOpen} onOpenHistory={onHistory} />,
    [calmOpen, onHistory],
  );
  const dialogs = useMemo(
    () =>
      calmOpen !== null && (
        <BoardDialogs open={calmOpen} dialog={dialog} onClose={() => setDialog(null)} onOpenEvent={openEvent} />
      ),
    [calmOpen, dialog, openEvent],
  );

  return (
    <TickerContext value={ticker}>
      <div ref={page} className={`page flex flex-col gap-3 sm:gap-4 ${hasBar ? 'pb-28' : 'pb-12'}`}>
        <BoardTop
          name={event.name}
          open={calmOpen}
          counters={calmCounters}
          isNarrow={isNarrow}
          onOpenEvent={openEvent}
          onLeave={leave}
          onChangeEvent={onChangeEvent}
          onKeys={onKeys}
          {...actions}
        />
        {counters.total === 0 ? (
          <>
            {share && <div className="-mb-2 flex justify-end">{share}</div>}
            <NobodyYet onAdd={mayAdd ? onAdd : null} />
          </>
        ) : (
          <BoardLists
            event={event}
            board={board}
            search={search}
            pendingIds={pendingIds}
            line={line}
            Button={TapButton}
            KeepFocus={KeepFocus}
            isDisabled={isDisabled}
            onTap={onTap}
            onShow={onShow}
            share={share}
            onCourseList={onCourseList}
            RunLink={RunLink}
            marks={mayTime ? closeCalls : undefined}
          >
            {mayTime && <NeedsLook doubts={needsLook} onShow={showDetails} />}
          </BoardLists>
        )}
      </div>
      {hasBar && <BottomBar next={next} onTap={onTap} {...actions} />}
      <FinishAnnouncer leaderboard={leaderboard} />
      {dialogs}
    </TickerContext>
  );
}

/** False where the page is rendered by the server, which does not know the screen. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** True once an element has been scrolled out of sight. A new `key` means that the ref may hold another element. */
function useOutOfView(ref: RefObject<HTMLElement | null>, key: string, isWatching: boolean): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!isWatching || element === null) {
      setIsOut(false);
      return;
    }
    const observer = new IntersectionObserver(([entry]) => setIsOut(entry?.isIntersecting === false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, key, isWatching]);
  return isOut;
}
