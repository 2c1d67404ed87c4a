import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { readBoard } from '../../../domain/board/board.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import type { Counters } from '../../../domain/results/lists.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { undoLast } from '../../ui/undo-bar.tsx';
import { leaveHash } from '../../ui/use-opened-by.ts';
import { ADD_RACERS, type OpenEvent } from '../../event/event-context.ts';
import { latePart } from '../../event/late-part.tsx';
import { OutdatedNotice } from '../../event/outdated-notice.tsx';
import { type BoardDialog, BoardDialogs, shareMenu, viewerShareMenu } from './board-dialogs.tsx';
import { TickerContext, useTicker } from '../../timing/clocks/ticker-context.ts';
import { atFinishLine } from './finishes/finish-line.ts';
import { hasFormat } from '../../leaderboard/standings/format-part.ts';
import { leaderboardSide } from '../../leaderboard/board/side-part.ts';
import { RaceBar } from './header/race-bar.tsx';
import { DoneContext, DoneRow } from '../../timing/hold/done-row.tsx';
import { KeepInPlace } from '../../timing/hold/keep-in-place.tsx';
import { useHeldRows } from '../../timing/hold/use-held-rows.ts';
import { useRunLink } from '../../leaderboard/board/use-run-link.ts';
import { BoardLists, NobodyYet } from './lists/board-lists.tsx';
import { SearchField } from '../../leaderboard/search/search-field.tsx';
import { useRacerSearch } from '../../leaderboard/search/use-racer-search.ts';
import { KeepFocus } from '../../timing/rows/keep-focus.ts';
import { Strip } from './strip/strip.tsx';
import type { WatchedTimes } from './strip/line-watch.tsx';
import { TapButton } from '../../timing/taps/tap-button.tsx';
import type { Tap } from '../../timing/taps/timing-button.tsx';
import { useTap } from '../../timing/taps/use-tap.ts';
import { useTimingScreen } from '../../timing/use-timing-screen.ts';
import { useStable } from '../../ui/use-stable.ts';
import { useSwitch } from '../../event/use-switch.ts';

const teamStarts = latePart(() => import('./lists/team-starts.tsx').then((module) => module.TeamStarts));
const eventBar = latePart(() => import('../../leaderboard/standings/event-bar.tsx').then((module) => module.EventBar));
const boardKeys = latePart(() => import('../../timing/keys/use-board-keys.ts').then((module) => module.BoardKeys));
const lineWatch = latePart(() => import('./strip/line-watch.tsx').then((module) => module.LineWatch));

const NONE: ReadonlySet<string> = new Set();
const NOT_WATCHED: WatchedTimes = {
  doubts: [],
  unnamed: 0,
  chases: undefined,
  marks: new Map(),
  chips: new Map(),
  isExpectedSoon: () => true,
};

export interface BoardProps {
  readonly event: EventState;
  /** Null while the event is only what the server has rendered: then it can be read and not touched. */
  readonly open: OpenEvent | null;
  /** An admin link is being turned into rights. */
  readonly isJoining: boolean;
  /** The server has rendered the board for an admin: it can be timed on as soon as it is live, and must not move then. */
  readonly isOpening?: boolean;
  readonly now: () => EpochMs;
  /** The state of sending, where the app's own header has no room. */
  readonly status: ReactNode;
  /** In place of the event's own line and its Share menu, for a race that nobody else can see. */
  readonly bar?: (counters: Counters) => ReactNode;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

export function Board({
  event,
  open,
  isJoining,
  isOpening = false,
  now,
  status,
  bar,
  onOpenEvent,
  onLeave,
}: BoardProps) {
  const board = useMemo(() => readBoard(event), [event]);
  const { inactiveList, isInactiveInSight } = useListElements();
  const [watched, setWatched] = useState<WatchedTimes>(NOT_WATCHED);
  const held = useHeldRows(event, board, {
    isSomeoneExpected: () => watched.isExpectedSoon(event, now()),
    isInactiveInSight,
  });
  const { counters } = board;
  // Parts that may follow a tap later: the lists come first, the rest in a frame of its own.
  const calmOpen = useDeferredValue(open);
  const calmCounters = useDeferredValue(counters);
  const calmEvent = useDeferredValue(event);
  const { doubts, unnamed, chips, chases, marks } = watched;
  const [dialog, setDialog] = useBoardDialog();
  const { query, onQuery, field, isOpen, isOffered, open: onSearch, close: closeSearch } = useRacerSearch();
  const page = useRef<HTMLDivElement>(null);

  // A problem with the server removes no admin's button: the session may have run out in the middle of the race.
  const mayTime = open !== null && open.may('time');
  const isDisabled = !mayTime && !isJoining;
  const isTiming = mayTime || isJoining || isOpening;
  const pendingIds = open?.shown.pendingIds ?? NONE;
  const line = useSwitch(atFinishLine) ? 'finish' : 'start';
  const ticker = useTicker(now);
  const onGive = useStable((tapId: string) => setDialog({ kind: 'give', tapId }));
  const record = useTap({ sync: open?.sync ?? null, eventId: event.id, isJoining, onGive });
  const { onTap, tappedList, wasEndedByTap } = useTappedList(record, closeSearch, inactiveList);
  const onShow = useStable((racerId: string) => setDialog({ kind: 'racer', racerId }));
  const openEvent = useStable(onOpenEvent);
  const leave = useStable(onLeave);
  const onAdd = useStable(() => setDialog({ kind: 'add' }));
  const onInvite = useStable(() => setDialog({ kind: 'invite' }));
  const onChangeEvent = useStable(() => setDialog({ kind: 'change' }));
  const onKeys = useStable(() => setDialog({ kind: 'keys' }));
  const onHistory = useStable(() => setDialog({ kind: 'history' }));
  const onSettings = useStable(() => setDialog({ kind: 'settings' }));
  const onLook = useStable(() => setDialog({ kind: 'look' }));
  const onReadings = useStable((racerId: string, of: string) => setDialog({ kind: 'readings', racerId, line: of }));
  const onUndo = useStable((tapId: string) => void open?.sync.recordForEvent(event.id, { type: 'tap.undo', tapId }));

  const isShared = bar === undefined;
  useTimingScreen(page, { isAwake: counters.onCourse > 0, isTimed: mayTime && isShared && counters.onCourse > 0 });

  const RunLink = useRunLink(event.id, open !== null && isShared);
  const calmPending = useDeferredValue(pendingIds);
  const isNarrow = useMedia('(max-width: 47.9375rem), (max-height: 29.9375rem)');
  // A guest without an account has no racers to add.
  const mayAdd = mayTime && open.may('addRacers') && !open.shown.actor.isAnonymous;
  const hasSearch = isOffered(counters.total);
  const isSearching = isNarrow && (isOpen || query !== '');
  const deviceId = open?.sync.deviceId() ?? '';
  const done = useMemo(
    () => ({ event, deviceId, pendingIds, onUndo, onTap }),
    [event, deviceId, pendingIds, onUndo, onTap],
  );
  const share = useMemo(() => {
    if (calmOpen === null || !isShared) return false;
    // Admins have the exports and the history in the menu of the event; viewers have no other menu than this.
    return mayTime ? <shareMenu.Part open={calmOpen} /> : <viewerShareMenu.Part seen={calmOpen} />;
  }, [isShared, calmOpen, mayTime]);
  const dialogs = useMemo(
    () =>
      calmOpen !== null && (
        <BoardDialogs open={calmOpen} doubts={doubts} dialog={dialog} onDialog={setDialog} onOpenEvent={openEvent} />
      ),
    [calmOpen, doubts, dialog, setDialog, openEvent],
  );
  const searchField = hasSearch && (
    <SearchField ref={field} query={query} onQuery={onQuery} {...(isNarrow && { onClose: closeSearch })} />
  );

  return (
    <TickerContext value={ticker}>
      <div ref={page} className="page flex flex-col pb-12" {...(isTiming ? { 'data-timing-screen': '' } : {})}>
        <div data-timing-bar className="sticky top-0 z-10 -mx-1 bg-paper px-1 pt-[env(safe-area-inset-top)]">
          {bar?.(calmCounters) ?? (
            <RaceBar
              name={event.name}
              open={calmOpen}
              counters={calmCounters}
              out={board.out.length}
              isNarrow={isNarrow}
              // An event without racers asks for them on the empty board itself.
              mayAdd={mayAdd && counters.total > 0}
              mayInvite={mayTime && open.may('inviteAdmins')}
              status={status}
              onSearch={isNarrow && hasSearch ? onSearch : null}
              {...{ onAdd, onInvite, onChangeEvent, onKeys, onHistory, onSettings }}
              onOpenEvent={openEvent}
              onLeave={leave}
            />
          )}
          {isSearching && (
            <div className="absolute inset-x-0 top-[env(safe-area-inset-top)] bg-paper">{searchField}</div>
          )}
          {isTiming && (
            <div className="h-11">
              {isOpening && (
                <p role="status" className="flex h-full items-center px-1 text-14 text-ink-2">
                  Opening the timer…
                </p>
              )}
              {calmOpen !== null && mayTime && (
                <Strip
                  open={calmOpen}
                  doubts={doubts.length + unnamed}
                  onLook={onLook}
                  search={!isNarrow && searchField && <div className="w-72 shrink-0">{searchField}</div>}
                />
              )}
            </div>
          )}
        </div>
        {open?.shown.isOutdated === true && !mayTime && <OutdatedNotice />}
        <DoneContext value={done}>
          <BoardLists
            event={event}
            board={board}
            held={held}
            query={query}
            pendingIds={pendingIds}
            line={line}
            Button={TapButton}
            Done={DoneRow}
            chips={chips}
            chases={chases}
            KeepFocus={KeepFocus}
            isDisabled={isDisabled}
            onTap={onTap}
            onShow={mayTime ? onShow : null}
            side={
              <leaderboardSide.Part
                event={calmEvent}
                isAdmin={mayTime}
                marks={mayTime ? marks : undefined}
                pendingIds={calmPending}
                chips={chips}
                onShow={mayTime ? onShow : null}
                share={share}
                RunLink={RunLink}
              />
            }
            teams={
              mayTime && event.format.teams?.startsTogether && line === 'start' && query === '' ? (
                <teamStarts.Part open={open} racers={held.inactive} onTap={onTap} />
              ) : null
            }
            inactiveList={inactiveList}
          >
            {calmOpen !== null && mayTime && hasFormat(event) && <eventBar.Part open={calmOpen} />}
            {counters.total === 0 && <NobodyYet onAdd={mayAdd ? onAdd : null} />}
            {!mayTime && !isOpening && !isNarrow && searchField}
          </BoardLists>
          <KeepInPlace
            order={`${orderOf(held.onCourse)} ${orderOf(held.inactive)}`}
            done={[...held.done].join()}
            {...{ query, tappedList, wasEndedByTap }}
          />
        </DoneContext>
      </div>
      {open !== null && mayTime && (
        <lineWatch.Part event={calmEvent} sync={open.sync} onSettle={onReadings} onWatched={setWatched} />
      )}
      <boardKeys.Part board={page} onSearch={onSearch} onList={onKeys} onUndo={undoLast} />
      {dialogs}
    </TickerContext>
  );
}

function orderOf(racers: readonly EntryResult[]): string {
  return racers.map(({ entry }) => entry.racerId).join();
}

/** The rows of the inactive racers: while one is in sight, no row may be added above. */
function useListElements() {
  const inactiveList = useRef<HTMLDivElement>(null);
  const isInactiveInSight = useStable(() => {
    const top = inactiveList.current?.getBoundingClientRect().top;
    return top !== undefined && top < innerHeight;
  });
  return { inactiveList, isInactiveInSight };
}

/** The list of the last tap keeps its place on the screen. After a tap the search is over. */
function useTappedList(record: Tap, closeSearch: () => void, inactiveList: RefObject<HTMLDivElement | null>) {
  const tapped = useRef<Element | null>(null);
  const endsSearch = useRef(false);
  const onTap = useStable<Parameters<Tap>, Promise<void>>(async (entry, line, timeStamp, team) => {
    const row = inactiveList.current?.querySelector(`[data-row="${CSS.escape(entry.racerId)}"]`) ?? null;
    tapped.current = row === null ? null : inactiveList.current;
    await record(entry, line, timeStamp, team);
    endsSearch.current = true;
    closeSearch();
  });
  const wasEndedByTap = useStable(() => {
    const wasTapped = endsSearch.current;
    endsSearch.current = false;
    return wasTapped;
  });
  return { onTap, tappedList: useStable(() => tapped.current), wasEndedByTap };
}

/** The dialog that is open, at first where the address asks for it: after a purchase the work goes on where it was. */
function useBoardDialog() {
  const [dialog, setDialog] = useState<BoardDialog | null>(() =>
    typeof location !== 'undefined' && location.hash === ADD_RACERS ? { kind: 'add' } : null,
  );
  const set = useStable((next: BoardDialog | null) => {
    if (next === null) leaveHash(ADD_RACERS);
    setDialog(next);
  });
  return [dialog, set] as const;
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
