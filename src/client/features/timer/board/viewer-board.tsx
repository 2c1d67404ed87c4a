import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { EventState } from '../../../../domain/events/state.ts';
import { readBoard } from '../../../../domain/timing/board.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import type { ShownEvent } from '../../../sync/event-store.ts';
import { latePart } from '../late-part.tsx';
import { OutdatedNotice } from '../outdated-notice.tsx';
import { BoardLists, type BoardListsProps, NobodyYet, useRacerSearch } from './lists/board-lists.tsx';
import { SearchField } from './lists/search-field.tsx';
import { EventHeader } from './header/event-header.tsx';
import { FinishAnnouncer } from './finishes/finish-announcer.tsx';
import { atFinishLine } from './finishes/finish-line.ts';
import { StatusChips } from './header/status-chips.tsx';
import { TickerContext, useTicker } from './clocks/ticker-context.ts';
import { StillButton } from './taps/timing-button.tsx';
import { useStable } from './use-stable.ts';
import { useSwitch } from './use-switch.ts';
import { useWakeLock } from './use-wake-lock.ts';

const shareMenu = latePart(() => import('../dialogs/viewer-share-menu.tsx').then((module) => module.ViewerShareMenu));
const boardKeys = latePart(() => import('./keys/board-keys-part.ts').then((module) => module.BoardKeys));
const viewerChases = latePart(() => import('./lists/viewer-chases.ts').then((module) => module.ViewerChases));
const viewerFormat = latePart(() => import('./standings/viewer-format.ts').then((module) => module.ViewerFormat));
const keysDialog = latePart(() => import('./keys/keys-dialog.tsx').then((module) => module.KeysDialog));

const NONE: ReadonlySet<string> = new Set();
const neverTap = async () => undefined;
const nothingToUndo = () => undefined;

export interface ViewerBoardProps {
  readonly event: EventState;
  /** Null until the event is live. */
  readonly shown: ShownEvent | null;
  readonly now: () => EpochMs;
}

/** The board for viewers, without the code for timing. */
export function ViewerBoard({ event, shown, now }: ViewerBoardProps) {
  const board = useMemo(() => readBoard(event), [event]);
  const { counters } = board;
  const { query, onQuery, field, open: onSearch, isOffered } = useRacerSearch();
  const [showsKeys, setShowsKeys] = useState(false);
  const [chases, setChases] = useState<BoardListsProps['chases']>(undefined);
  const [format, setFormat] = useState<Partial<BoardListsProps> | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const line = useSwitch(atFinishLine) ? 'finish' : 'start';
  const ticker = useTicker(now);
  const onList = useStable(() => setShowsKeys(true));
  useWakeLock(counters.onCourse > 0);

  // The lists come first: the Share menu may follow in a frame of its own.
  const seen = useDeferredValue(useMemo(() => shown && { eventId: event.id, event, shown }, [event, shown]));
  const share = useMemo(() => seen !== null && <shareMenu.Part seen={seen} />, [seen]);

  return (
    <TickerContext value={ticker}>
      <div ref={page} className="page flex flex-col gap-3 pb-12 sm:gap-4">
        <EventHeader name={event.name}>
          <StatusChips counters={counters} watching={shown?.watching ?? null} />
        </EventHeader>
        {shown?.isOutdated === true && <OutdatedNotice />}
        {event.rehearsal !== null && <p className="font-[650]">Rehearsal: nothing counts.</p>}
        <BoardLists
          event={event}
          board={board}
          query={query}
          pendingIds={NONE}
          line={line}
          Button={StillButton}
          isDisabled
          onTap={neverTap}
          onShow={null}
          share={share}
          chases={chases}
          {...format}
        >
          {counters.total === 0 && <NobodyYet onAdd={null} />}
          {isOffered(counters.total) && (
            // The field stays at the top while the lists that it narrows down are scrolled.
            <div className="sticky top-0 z-10 -mx-1 bg-paper px-1 py-2">
              <SearchField ref={field} query={query} onQuery={onQuery} />
            </div>
          )}
        </BoardLists>
      </div>
      <FinishAnnouncer leaderboard={board.leaderboard} />
      {(event.format.attempts.count > 1 || event.format.shows.includes('category')) && (
        <viewerFormat.Part event={event} board={board} onFormat={setFormat} />
      )}
      {event.race.points.length > 0 && <viewerChases.Part event={event} onChases={setChases} />}
      {shown !== null && <boardKeys.Part board={page} onSearch={onSearch} onList={onList} onUndo={nothingToUndo} />}
      {showsKeys && <keysDialog.Part onClose={() => setShowsKeys(false)} />}
    </TickerContext>
  );
}
