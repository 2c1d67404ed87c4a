import { type RefObject, use, useEffect, useState } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { projectPlaces } from '../../../domain/results/projected.ts';
import { readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import type { Board } from '../../../domain/board/board.ts';
import { createSearch } from '../../../domain/board/search.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { SearchIcon, ShareIcon } from '../../ui/icons.tsx';
import { besideHeading } from '../../event/share/beside-heading.ts';
import { viewerLink } from '../../event/guest-links.ts';
import type { SeenEvent } from '../../event/event-context.ts';
import { FinishAnnouncer } from '../../leaderboard/finishes/finish-announcer.tsx';
import { useBoardKeys } from '../../timing/keys/board-keys.ts';
import { SearchField } from '../../leaderboard/search/search-field.tsx';
import { describeChases } from '../../leaderboard/lists/describe-chases.ts';
import type { RacerSearch } from '../../leaderboard/search/use-racer-search.ts';
import { RacerName, type ShowDetails } from '../../timing/rows/racer-name.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { useWakeLock } from '../../timing/use-wake-lock.ts';
import { readStanding, type Standing } from './racer-standing.ts';
import { keepStarred, readStarred } from './starred-racer.ts';
import { type Chosen, SeenContext, type ViewerExtras } from './viewer-extras.ts';
import { StandingClock } from './standing-clock.tsx';
import { CALM_AFTER_MS } from '../../loading/calm.ts';
import type { ViewerShareMenuProps } from '../../event/share/viewer-share-menu.tsx';
import { latePart } from '../../event/late-part.tsx';

const nothingToUndo = () => undefined;
const STAR = <span className="font-[650] text-ink">★ following</span>;
/** A timer of the browser can be this late without a place looking wrong, and never more often than this. */
const LEAST_WAIT_MS = 250;

export interface ExtraParts {
  readonly at: EpochMs;
  readonly query: string;
  readonly chosen: Chosen;
  readonly onShow: ShowDetails;
  readonly onSearch: () => void;
}

export function readExtras(event: EventState, { at, query, chosen, onShow, onSearch }: ExtraParts): ViewerExtras {
  const { starred = readStarred(event.id) } = chosen;
  return {
    isFound: query.trim() === '' ? null : createSearch(query),
    query,
    onShow,
    aside: (
      <div className="flex">
        <Button variant="quiet" className="px-3!" onClick={onSearch}>
          <SearchIcon />
          <span className="sr-only">Search racers</span>
        </Button>
        <ShareWhenPressed />
      </div>
    ),
    marks: starred === null ? undefined : new Map([[starred, STAR]]),
    starred,
    chases: describeChases(event),
    ...projectPlaces(event, at),
  };
}

/**
 * What a press opens is a third of what the page would load once it is live: it is loaded with the press, and ahead of that
 * once the page has been quiet for a while, so that it still opens when the signal goes.
 */
const riderDialog = latePart(() => import('./rider-dialog.tsx').then((module) => module.RiderDialog));
const keysDialog = latePart(() => import('../../timing/keys/keys-dialog.tsx').then((module) => module.KeysDialog));
const menu = latePart<ViewerShareMenuProps & { readonly onClose: () => void }>(() =>
  import('../../event/share/viewer-share-menu.tsx').then((module) => module.ViewerShareMenu),
);
const pressed = [riderDialog, keysDialog, menu];

export interface ViewerLateProps {
  readonly seen: SeenEvent;
  readonly board: Board;
  readonly extras: ViewerExtras;
  readonly search: RacerSearch;
  readonly shown: Chosen['shown'];
  readonly onChoose: (chosen: Partial<Chosen>) => void;
  /** The clock alone has changed a place. */
  readonly onClock: () => void;
  readonly now: () => EpochMs;
  readonly page: RefObject<HTMLDivElement | null>;
}

/** The parts of a viewer's board that can wait until it is live, in one file: the racer who is followed, search, Share. */
export function ViewerLate({ seen, board, extras, search, shown, onChoose, onClock, now, page }: ViewerLateProps) {
  const { event, eventId } = seen;
  const { starred, changesAt } = extras;
  const { query, onQuery, field, isOpen, open: onSearch, close: onClose } = search;
  const [shared] = useState(() => new URLSearchParams(location.search).get('racer'));
  const [showsKeys, setShowsKeys] = useState(false);
  const onList = useStable(() => setShowsKeys(true));
  useBoardKeys({ board: page, onSearch, onList, onUndo: nothingToUndo });
  useWakeLock(board.counters.onCourse > 0);
  useEffect(() => {
    const timer = setTimeout(() => pressed.forEach((part) => void part.preload()), CALM_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (changesAt === null) return;
    const timer = setTimeout(onClock, Math.max(LEAST_WAIT_MS, changesAt - now()));
    return () => clearTimeout(timer);
  }, [extras, changesAt, onClock, now]);

  const leaderboard = readLeaderboard(event);
  const standingOf = (racerId: string) => readStanding(board, leaderboard, racerId, extras, event.timeZone);
  const pinned = [...new Set([shared, starred])].flatMap((racerId) =>
    racerId === null ? [] : (standingOf(racerId) ?? []),
  );
  const opened = shown === null ? null : standingOf(shown);
  const link = viewerLink(seen);
  const onShow = (racerId: string) => onChoose({ shown: racerId });

  return (
    <>
      {pinned.map((standing) => {
        const { racerId } = standing.racer.entry;
        return <RiderCard key={racerId} standing={standing} isStarred={racerId === starred} onShow={onShow} />;
      })}
      {(isOpen || query !== '') && <SearchField ref={field} query={query} onQuery={onQuery} onClose={onClose} />}
      <FinishAnnouncer leaderboard={leaderboard.ranked} />
      {opened !== null &&
        besideHeading(
          <riderDialog.Part
            event={event}
            standing={opened}
            link={link === null ? null : `${link}&racer=${encodeURIComponent(opened.racer.entry.racerId)}`}
            isStarred={shown === starred}
            onStar={(isStarred) => {
              onChoose({ starred: isStarred ? shown : null });
              keepStarred(eventId, isStarred ? shown : null);
            }}
            onClose={() => onChoose({ shown: null })}
          />,
        )}
      {showsKeys && <keysDialog.Part onClose={() => setShowsKeys(false)} />}
    </>
  );
}

interface RiderCardProps {
  readonly standing: Standing;
  readonly isStarred: boolean;
  readonly onShow: ShowDetails;
}

/** The racer who is followed, or whose link was opened, above the board. */
function RiderCard({ standing, isStarred, onShow }: RiderCardProps) {
  return (
    <StandingClock
      standing={standing}
      draw={(words, time) => (
        <div
          data-testid="followed-racer"
          className="relative flex min-h-14 items-center gap-3 rounded-card border-2 border-ink bg-card px-3.5 py-1.5 shadow-card"
        >
          <span aria-hidden className="text-20">
            {isStarred ? '★' : '☆'}
          </span>
          <div className="min-w-0 flex-1">
            <RacerName entry={standing.racer.entry} onShow={onShow} className="font-[720]" />
            <p className="digits text-14 text-ink-2">{words}</p>
          </div>
          <span className="digits shrink-0 text-20 font-[760]">{time}</span>
        </div>
      )}
    />
  );
}

function ShareWhenPressed() {
  const seen = use(SeenContext);
  const [isPressed, setIsPressed] = useState(false);
  const onClose = () => setIsPressed(false);
  if (isPressed && seen !== null)
    return <menu.Part seen={seen} isOpenAtFirst onClose={onClose} waiting={<ShareButton busy />} />;
  return <ShareButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsPressed(true)} />;
}

function ShareButton(props: ButtonProps) {
  return (
    <Button {...props} variant="quiet" className="px-3!">
      <ShareIcon /> Share
    </Button>
  );
}
