import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import type { Counters } from '../../../domain/results/lists.ts';
import { readBoard } from '../../../domain/board/board.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { ADD_RACERS, OpenContext, type OpenEvent } from '../../event/event-context.ts';
import { latePart } from '../../event/late-part.tsx';
import { OutdatedNotice } from '../../event/outdated-notice.tsx';
import { useSwitch } from '../../event/use-switch.ts';
import { hasFormat } from '../../leaderboard/standings/format-part.ts';
import { TickerContext, useTicker } from '../../timing/clocks/ticker-context.ts';
import { KeepInPlace } from '../../timing/hold/keep-in-place.tsx';
import { useTap } from '../../timing/taps/use-tap.ts';
import { useTimingScreen } from '../../timing/use-timing-screen.ts';
import { undoLast } from '../../ui/undo-bar.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { BoardDialogs } from './board-dialogs.tsx';
import { atFinishLine } from './finishes/finish-line.ts';
import { BoardBar } from './header/board-bar.tsx';
import { useBoardSearch } from './header/use-board-search.tsx';
import { BoardLists, NobodyYet } from './lists/board-lists.tsx';
import { BoardSide } from './lists/board-side.tsx';
import { useBoardRows } from './lists/use-board-rows.ts';
import { lineWatch, WatchTimes } from './strip/watch-times.tsx';
import { leaveHash } from '../../ui/use-opened-by.ts';
import type { BoardDialog } from './board-dialog.ts';

const teamStarts = latePart(() => import('./lists/team-starts.tsx').then((module) => module.TeamStarts));
const eventBar = latePart(() => import('../../leaderboard/standings/event-bar.tsx').then((module) => module.EventBar));
const leaveQuestion = latePart(() => import('./leave-question.tsx').then((module) => module.LeaveQuestion));
const boardKeys = latePart(() => import('../../timing/keys/board-keys.ts').then((module) => module.BoardKeys));

const NONE: ReadonlySet<string> = new Set();

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

export function Board(props: BoardProps) {
  const { event, open, isJoining, isOpening = false, now, status, bar, onOpenEvent, onLeave } = props;
  const page = useRef<HTMLDivElement>(null);
  const board = useMemo(() => readBoard(event), [event]);
  const { counters } = board;
  const [dialog, onDialog] = useBoardDialog();
  const search = useBoardSearch(counters.total);
  const { query } = search;

  // A problem with the server removes no admin's button: the session may have run out in the middle of the race.
  const mayTime = open !== null && open.may('time');
  const mayAdd = mayTime && open.may('addRacers');
  const isTiming = mayTime || isJoining || isOpening;
  const isShared = bar === undefined;
  const isRacing = counters.onCourse > 0;
  const sync = open?.sync ?? null;
  const pendingIds = open?.shown.pendingIds ?? NONE;
  const line = useSwitch(atFinishLine) ? 'finish' : 'start';

  const onShow = useStable((racerId: string) => onDialog({ kind: 'racer', racerId }));
  const onKeys = useStable(() => onDialog({ kind: 'keys' }));
  const onSettle = useStable((racerId: string, of: Line | null) =>
    onDialog(of === null ? { kind: 'racer', racerId } : { kind: 'readings', racerId, line: of }),
  );
  const onGive = (tapId: string) => onDialog({ kind: 'give', tapId });
  const watch = lineWatch.useLoaded(mayTime);
  const record = useTap({ sync, eventId: event.id, isJoining, onGive });
  const isSomeoneExpected = () => watch?.isSomeoneExpected(event, now()) ?? true;
  const rows = useBoardRows({ event, board, isSomeoneExpected, record, closeSearch: search.close });
  const { held } = rows;
  const isTimed = mayTime && isShared && isRacing;
  useTimingScreen(page, { isAwake: isRacing, isTimed });

  return (
    <TickerContext value={useTicker(now)}>
      <OpenContext value={open}>
        <WatchTimes event={event} sync={mayTime ? sync : null} onSettle={onSettle}>
          <div ref={page} className="page flex flex-col pb-12" {...(isTiming ? { 'data-timing-screen': '' } : {})}>
            <BoardBar
              {...{ open, board, search, mayTime, mayAdd, isTiming, isOpening, status, bar }}
              {...{ onDialog, onLeave }}
              name={event.name}
            />
            {open?.shown.isOutdated === true && !mayTime && <OutdatedNotice />}
            <BoardLists
              {...{ event, board, rows, query, pendingIds, line }}
              isDisabled={!mayTime && !isJoining}
              onShow={mayTime ? onShow : null}
              side={<BoardSide {...{ event, pendingIds, isShared }} onShow={mayTime ? onShow : null} />}
              teams={
                mayTime && event.format.teams?.startsTogether && line === 'start' && query === '' ? (
                  <teamStarts.Part open={open} racers={held.inactive} onTap={rows.onTap} />
                ) : null
              }
            >
              {mayTime && hasFormat(event) && <eventBar.Part open={open} />}
              {counters.total === 0 && <NobodyYet onAdd={mayAdd ? () => onDialog({ kind: 'add' }) : null} />}
              {!mayTime && !isOpening && !search.isNarrow && search.field}
            </BoardLists>
            <KeepInPlace
              order={`${orderOf(held.onCourse)} ${orderOf(held.inactive)}`}
              done={[...held.done].join()}
              query={query}
              tappedList={rows.tappedList}
              wasEndedByTap={rows.wasEndedByTap}
            />
          </div>
          <boardKeys.Part board={page} onSearch={search.open} onList={onKeys} onUndo={undoLast} />
          <BoardDialogs {...{ dialog, onDialog, onOpenEvent }} />
          <leaveQuestion.Part isRacing={isTimed} onLeave={onLeave} />
        </WatchTimes>
      </OpenContext>
    </TickerContext>
  );
}

function orderOf(racers: readonly EntryResult[]): string {
  return racers.map(({ entry }) => entry.racerId).join();
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
