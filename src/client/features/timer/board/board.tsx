import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { EventState } from '../../../../domain/events/state.ts';
import { readBoard } from '../../../../domain/timing/board.ts';
import { createSearch } from '../../../../domain/timing/search.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { OpenEvent } from '../event-context.ts';
import { type BoardDialog, BoardDialogs, shareMenu } from './board-dialogs.tsx';
import { BoardTop } from './board-top.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { watchFingers } from './fingers.ts';
import { FinishAnnouncer } from './finish-announcer.tsx';
import { atFinishLine } from './finish-line.ts';
import { Inactive } from './inactive.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { NeedsLook } from './needs-look.tsx';
import { OnCourse } from './on-course.tsx';
import { SearchField } from './search-field.tsx';
import { TickerContext, useTicker } from './ticker-context.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useMedia } from './use-media.ts';
import { useOutOfView } from './use-out-of-view.ts';
import { useStable } from './use-stable.ts';
import { useSwitch } from './use-switch.ts';
import { useTap } from './use-tap.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** With fewer one sees everybody, and a field would only be in the way. */
const SEARCH_FROM = 8;
const NONE: ReadonlySet<string> = new Set();

export interface BoardProps {
  readonly event: EventState;
  /** Null while the event is only what the server has rendered: then it is looked at and not touched. */
  readonly open: OpenEvent | null;
  /** An admin link is being turned into rights. */
  readonly isJoining: boolean;
  readonly now: () => EpochMs;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

export function Board({ event, open, isJoining, now, onOpenEvent, onLeave }: BoardProps) {
  const board = useMemo(() => readBoard(event), [event]);
  const { counters, best, leaderboard, needsLook } = board;
  // What a tap does not touch at once: the lists come first, the rest in a frame of its own.
  const calmOpen = useDeferredValue(open);
  const calmCounters = useDeferredValue(counters);
  const [dialog, setDialog] = useState<BoardDialog | null>(null);
  const [query, setQuery] = useState('');
  const [isSearching, setIsSearching] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const onCourseList = useRef<HTMLDivElement>(null);

  // A problem with the server takes nobody's button away: the session may have run out in the middle of the race.
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
  const onSearch = useStable(() => {
    setIsSearching(true);
    requestAnimationFrame(() => search.current?.focus());
  });

  useWakeLock(counters.onCourse > 0);
  useEffect(watchFingers, []);
  useBoardKeys({ board: page, onSearch, onList: onKeys });

  const isFound = useMemo(() => createSearch(query), [query]);
  const onCourse = useMemo(() => board.onCourse.filter(({ entry }) => isFound(entry)), [board, isFound]);
  const inactive = useMemo(() => board.inactive.filter(({ entry }) => isFound(entry)), [board, isFound]);
  const hasSearch = counters.total >= SEARCH_FROM || isSearching || query !== '';

  const isNarrow = useMedia('(width < 48rem)');
  const hasBar = isNarrow && mayTime;
  const isOnCourseAway = useOutOfView(onCourseList, '', hasBar && counters.onCourse > 0);
  const next = isOnCourseAway ? (board.onCourse[0] ?? null) : null;
  const mayAdd = mayTime && open.may('addRacers');
  // Where there is nobody yet, the empty board itself asks for racers.
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
          <NobodyYet onAdd={mayAdd ? onAdd : null} />
        ) : (
          <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2 lg:gap-x-8">
            <div className="flex min-w-0 flex-col gap-3">
              {hasSearch && <SearchField ref={search} query={query} onQuery={setQuery} />}
              {mayTime && <NeedsLook doubts={needsLook} onShow={showDetails} />}
              <div ref={onCourseList}>
                <OnCourse
                  racers={onCourse}
                  timeZone={event.timeZone}
                  best={best}
                  pendingIds={pendingIds}
                  isDisabled={isDisabled}
                  onTap={onTap}
                  onShow={onShow}
                  empty={describeEmpty(query, 'Nobody is on course.', board.onCourse.length)}
                />
              </div>
              <Inactive
                racers={inactive}
                line={line}
                isDisabled={isDisabled}
                onTap={onTap}
                onShow={onShow}
                empty={describeEmpty(query, 'Everybody has started.', board.inactive.length)}
              />
            </div>
            <div className="min-w-0">
              <Leaderboard
                racers={leaderboard}
                timeZone={event.timeZone}
                pendingIds={pendingIds}
                onShow={onShow}
                share={share}
                empty="Nobody has finished yet. Each finish moves to its rank here."
              />
            </div>
          </div>
        )}
      </div>
      {hasBar && <BottomBar next={next} onTap={onTap} {...actions} />}
      <FinishAnnouncer leaderboard={leaderboard} />
      {dialogs}
    </TickerContext>
  );
}

function describeEmpty(query: string, otherwise: string, hidden: number): string {
  return query.trim() !== '' && hidden > 0 ? `Nobody here matches “${query.trim()}”.` : otherwise;
}

function NobodyYet({ onAdd }: { readonly onAdd: (() => void) | null }) {
  return (
    <EmptyState
      title="No racers yet"
      action={
        onAdd !== null && (
          <Button variant="primary" size="lg" onClick={onAdd}>
            Add Racers
          </Button>
        )
      }
    >
      {onAdd === null ? 'Racers show here as soon as they are added.' : 'Add those who race today, then press Start.'}
    </EmptyState>
  );
}
