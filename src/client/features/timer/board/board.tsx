import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EventState } from '../../../../domain/events/state.ts';
import { readBoard } from '../../../../domain/timing/board.ts';
import { createSearch } from '../../../../domain/timing/search.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { OpenEvent } from '../event-context.ts';
import { BoardActions } from './board-actions.tsx';
import { type BoardDialog, BoardDialogs, moreMenu, shareMenu } from './board-dialogs.tsx';
import { BoardNotices } from './board-notices.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { EventHeader } from './event-header.tsx';
import { watchFingers } from './fingers.ts';
import { FinishAnnouncer } from './finish-announcer.tsx';
import { atFinishLine } from './finish-line.ts';
import { Inactive } from './inactive.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { NeedsLook } from './needs-look.tsx';
import { OnCourse } from './on-course.tsx';
import { SearchField } from './search-field.tsx';
import { StatusChips } from './status-chips.tsx';
import { TickerContext, useTicker } from './ticker-context.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useMedia } from './use-media.ts';
import { useOutOfView } from './use-out-of-view.ts';
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

  useWakeLock(counters.onCourse > 0);
  useEffect(watchFingers, []);
  useBoardKeys({
    board: page,
    onSearch: useCallback(() => {
      setIsSearching(true);
      requestAnimationFrame(() => search.current?.focus());
    }, []),
    onList: useCallback(() => setDialog({ kind: 'keys' }), []),
  });

  const isFound = useMemo(() => createSearch(query), [query]);
  const onCourse = useMemo(() => board.onCourse.filter(({ entry }) => isFound(entry)), [board, isFound]);
  const inactive = useMemo(() => board.inactive.filter(({ entry }) => isFound(entry)), [board, isFound]);
  const hasSearch = counters.total >= SEARCH_FROM || isSearching || query !== '';

  const isNarrow = useMedia('(width < 48rem)');
  const hasBar = isNarrow && mayTime;
  const isOnCourseAway = useOutOfView(onCourseList, '', hasBar && counters.onCourse > 0);
  const next = isOnCourseAway ? (board.onCourse[0] ?? null) : null;
  const actions = {
    mayAdd: mayTime && open.may('addRacers') && counters.total > 0,
    mayInvite: mayTime && open.may('inviteAdmins'),
    onAdd: () => setDialog({ kind: 'add' }),
    onInvite: () => setDialog({ kind: 'invite' }),
  };

  return (
    <TickerContext value={ticker}>
      <div ref={page} className={`page flex flex-col gap-3 sm:gap-4 ${hasBar ? 'pb-28' : 'pb-12'}`}>
        <EventHeader
          name={event.name}
          open={open}
          onOpenEvent={onOpenEvent}
          onLeave={onLeave}
          onChangeEvent={() => setDialog({ kind: 'change' })}
          more={<moreMenu.Part onKeys={() => setDialog({ kind: 'keys' })} />}
          actions={!isNarrow && <BoardActions {...actions} />}
        >
          <StatusChips
            counters={counters}
            watching={open?.shown.watching ?? null}
            clock={mayTime ? open.sync.clock : null}
          />
        </EventHeader>
        {open !== null && (
          <BoardNotices
            sync={open.sync}
            problem={open.shown.problem}
            awaitsCredits={event.awaitingCredits}
            mayTime={mayTime}
          />
        )}
        {counters.total === 0 ? (
          <NobodyYet onAdd={mayTime && open.may('addRacers') ? actions.onAdd : null} />
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
                share={
                  open !== null && <shareMenu.Part open={open} onOpenHistory={() => setDialog({ kind: 'history' })} />
                }
                empty="Nobody has finished yet. Each finish moves to its rank here."
              />
            </div>
          </div>
        )}
      </div>
      {hasBar && <BottomBar next={next} onTap={onTap} {...actions} />}
      <FinishAnnouncer leaderboard={leaderboard} />
      {open !== null && (
        <BoardDialogs open={open} dialog={dialog} onClose={() => setDialog(null)} onOpenEvent={onOpenEvent} />
      )}
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
