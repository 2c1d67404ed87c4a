import { type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import { type Board } from '../../../domain/timing/board.ts';
import { createSearch } from '../../../domain/timing/search.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { Button } from '../../ui/button.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { besideHeading } from '../../event/share/beside-heading.ts';
import { viewerLink } from '../../event/guest-links.ts';
import type { SeenEvent } from '../../event/event-context.ts';
import { FinishAnnouncer } from '../../leaderboard/finishes/finish-announcer.tsx';
import { KeysDialog } from '../../timing/keys/keys-dialog.tsx';
import { useBoardKeys } from '../../timing/keys/use-board-keys.ts';
import { SearchField } from '../../leaderboard/search/search-field.tsx';
import { useChases } from '../../leaderboard/lists/use-chases.ts';
import { useRacerSearch } from '../../leaderboard/search/use-racer-search.ts';
import { useStable } from '../../ui/use-stable.ts';
import { useWakeLock } from '../../timing/use-wake-lock.ts';
import { readStanding } from './racer-standing.ts';
import { RiderCard } from './rider-card.tsx';
import { RiderDialog } from './rider-dialog.tsx';
import { ShareWhenPressed } from './share-when-pressed.tsx';
import { keepStarred, readStarred } from './starred-racer.ts';
import { usePlaces } from './use-places.ts';
import type { ViewerExtras } from './viewer-extras.ts';

export interface ViewerLateProps {
  readonly seen: SeenEvent;
  readonly board: Board;
  readonly now: () => EpochMs;
  readonly page: RefObject<HTMLDivElement | null>;
  readonly onExtras: (extras: ViewerExtras) => void;
}

const nothingToUndo = () => undefined;
const STAR = <span className="font-[650] text-ink">★ following</span>;

/** The parts of a viewer's board that can wait until it is live, in one file: the racer who is followed, search, Share. */
export function ViewerLate({ seen, board, now, page, onExtras }: ViewerLateProps) {
  const { event, eventId } = seen;
  const { query, onQuery, field, isOpen, open: onSearch, close: closeSearch } = useRacerSearch();
  const [starred, setStarred] = useState(() => readStarred(eventId));
  const [shared] = useState(() => new URLSearchParams(location.search).get('racer'));
  const [shown, setShown] = useState<string | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const onList = useStable(() => setShowsKeys(true));
  useBoardKeys({ board: page, onSearch, onList, onUndo: nothingToUndo });
  useWakeLock(board.counters.onCourse > 0);

  const marks = useMemo(() => (starred === null ? undefined : new Map([[starred, STAR]])), [starred]);
  const chases = useChases(event);
  const places = usePlaces(event, now);
  const isSearching = isOpen || query !== '';
  // The lists come first: the Share menu may follow in a frame of its own.
  const calm = useDeferredValue(seen);
  const extras = useMemo(
    (): ViewerExtras => ({
      isFound: query.trim() === '' ? null : createSearch(query),
      onShow: setShown,
      aside: (
        <div className="flex">
          <Button variant="quiet" className="px-3!" onClick={onSearch}>
            <SearchIcon />
            <span className="sr-only">Search racers</span>
          </Button>
          <ShareWhenPressed seen={calm} />
        </div>
      ),
      marks,
      starred,
      chases,
      places,
    }),
    [query, calm, starred, marks, chases, places, onSearch],
  );
  useEffect(() => onExtras(extras), [extras, onExtras]);

  const leaderboard = readLeaderboard(event);
  const standingOf = (racerId: string) => readStanding(board, leaderboard, racerId, places, event.timeZone);
  const pinned = [...new Set([shared, starred])].flatMap((racerId) =>
    racerId === null ? [] : (standingOf(racerId) ?? []),
  );
  const opened = shown === null ? null : standingOf(shown);
  const link = viewerLink(seen);

  return (
    <>
      {pinned.map((standing) => {
        const { racerId } = standing.racer.entry;
        return <RiderCard key={racerId} standing={standing} isStarred={racerId === starred} onShow={setShown} />;
      })}
      {isSearching && <SearchField ref={field} query={query} onQuery={onQuery} onClose={closeSearch} />}
      <FinishAnnouncer leaderboard={leaderboard.ranked} />
      {opened !== null &&
        besideHeading(
          <RiderDialog
            eventId={eventId}
            standing={opened}
            timeZone={event.timeZone}
            link={link === null ? null : `${link}&racer=${encodeURIComponent(opened.racer.entry.racerId)}`}
            isStarred={shown === starred}
            onStar={(isStarred) => {
              setStarred(isStarred ? shown : null);
              keepStarred(eventId, isStarred ? shown : null);
            }}
            onClose={() => setShown(null)}
          />,
        )}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}
