import { createElement, use, useMemo, useReducer, useRef } from 'react';
import { type EventState, timeOf } from '../../../domain/model/state.ts';
import { stopNow } from '../../../domain/model/stops.ts';
import type { Projected } from '../../../domain/results/projected.ts';
import { readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import { readBoard } from '../../../domain/board/board.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import type { ShownEvent } from '../../sync/event-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lateCode } from '../../event/late-part.tsx';
import { OutdatedNotice } from '../../event/outdated-notice.tsx';
import { RenderedAtContext } from '../../timing/clocks/rendered-at.ts';
import { TickerContext, useTicker } from '../../timing/clocks/ticker-context.ts';
import { useRacerSearch } from '../../leaderboard/search/use-racer-search.ts';
import { useStable } from '../../ui/use-stable.ts';
import { EventFacts } from '../../leaderboard/standings/event-facts.tsx';
import type { LeaderboardProps } from '../../leaderboard/board/leaderboard.tsx';
import { ViewerCounters } from './viewer-counters.tsx';
import { formatPart, hasFormat } from '../../leaderboard/standings/format-part.ts';
import type { BoardFormat } from '../../leaderboard/standings/use-board-format.tsx';
import { type Chosen, noExtras, SeenContext, type ViewerExtras } from './viewer-extras.ts';
import { ViewerLists } from './viewer-lists.tsx';

const lateParts = lateCode(() => import('./viewer-late.tsx'));
const choose = (chosen: Chosen, more: Partial<Chosen>): Chosen => ({ ...chosen, ...more });

export interface ViewerBoardProps {
  readonly event: EventState;
  /** Null until the event is live. */
  readonly shown: ShownEvent | null;
  readonly now: () => EpochMs;
  /** The places that the server has rendered, until the page has read its own. */
  readonly places?: Readonly<Record<string, Projected>> | undefined;
  /** False: what is shown is the last known state. */
  readonly isConnected?: boolean;
  /** The rows come from a cache, and so a little later than from a socket. */
  readonly isCached?: boolean;
  readonly RunLink?: LeaderboardProps['RunLink'];
}

/** The board for viewers, without the code for timing. */
export function ViewerBoard({
  event,
  shown,
  now,
  places,
  isConnected = true,
  isCached = false,
  RunLink,
}: ViewerBoardProps) {
  const board = useMemo(() => readBoard(event), [event]);
  const leaderboard = readLeaderboard(event);
  const { counters } = board;
  const search = useRacerSearch();
  const [chosen, onChoose] = useReducer(choose, { shown: null });
  const late = lateParts.useLoaded(shown !== null);
  const { query, open: onSearch } = search;
  const onShow = useStable((racerId: string) => onChoose({ shown: racerId }));
  const onClock = useStable(() => onChoose({}));
  const extras = useMemo(
    (): ViewerExtras =>
      late?.readExtras(event, { at: now(), query, chosen, onShow, onSearch }) ?? {
        ...noExtras,
        places: places && new Map(Object.entries(places)),
      },
    [late, event, now, query, chosen, onShow, onSearch, places],
  );
  const page = useRef<HTMLDivElement>(null);
  const renderedAt = use(RenderedAtContext);
  const ticker = useTicker(now);
  const Format = formatPart.useLoaded(hasFormat(event));
  const lists = (format: BoardFormat) => (
    <ViewerLists
      event={event}
      board={board}
      leaderboard={leaderboard}
      extras={extras}
      format={format}
      RunLink={RunLink}
    />
  );
  const seen = useMemo(() => shown && { eventId: event.id, event, shown }, [event, shown]);

  return (
    <TickerContext value={ticker}>
      <div ref={page} className="page flex flex-col pb-12">
        {/* No way back: the landing page would lead out of the race. */}
        <h1 dir="auto" className="heading pt-3 text-24 [overflow-wrap:anywhere] sm:text-32">
          {event.name}
        </h1>
        <EventFacts {...event} />
        {/* The page of a large event is kept for a minute, and without scripts nothing newer comes. */}
        {renderedAt !== null && (
          <noscript className="digits px-0 py-1 text-14 text-ink-2">
            {`As of ${formatTimeOfDay(renderedAt, event.timeZone)}. Reload the page for newer times.`}
          </noscript>
        )}
        <div className="sticky top-0 z-10 -mx-1 flex flex-col gap-2 bg-paper px-1 pb-1">
          <ViewerCounters
            counters={counters}
            watching={shown?.watching ?? null}
            isCached={isCached && shown !== null}
            isConnected={isConnected}
            lastTime={isConnected ? null : lastTimeOf(event)}
          />
          {late !== null && seen !== null && (
            <late.ViewerLate shown={chosen.shown} {...{ seen, board, extras, search, onChoose, onClock, now, page }} />
          )}
        </div>
        {shown?.isOutdated === true && <OutdatedNotice />}
        {stopNow(event) !== null && (
          <p role="alert" className="my-1 rounded-button bg-danger px-4 py-3 text-20 font-[760] text-on-danger">
            Race stopped
          </p>
        )}
        {event.rehearsal !== null && <p className="font-[650]">Rehearsal: nothing counts.</p>}
        {counters.total === 0 && <EmptyState title="No racers yet">The organiser hasn’t added any.</EmptyState>}
        <SeenContext value={seen}>
          {Format === null
            ? lists({ marks: extras.marks })
            : createElement(Format, {
                event,
                ...shownTo(event),
                marks: extras.marks,
                onShow: extras.onShow,
                isViewer: true,
                draw: lists,
              })}
        </SeenContext>
      </div>
    </TickerContext>
  );
}

/** Details that the owner shows to viewers. */
function shownTo({ format: { shows, teams } }: EventState) {
  return {
    showsCategories: shows.includes('category'),
    showsBests: shows.includes('bests'),
    showsTeams: teams !== null && shows.includes(teams.of),
  };
}

/** A board without a connection says how far it goes. */
function lastTimeOf({ taps, timeZone }: EventState): string | null {
  const times = Object.values(taps).map(timeOf);
  return times.length === 0 ? null : formatTimeOfDay(epochMs(Math.max(...times)), timeZone);
}
