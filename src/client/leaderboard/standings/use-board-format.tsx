import { type ReactNode, useMemo } from 'react';
import { attemptNow, type EventState } from '../../../domain/model/state.ts';
import { listCategories } from '../../../domain/results/category-ranks.ts';
import { type ReadCorrection, readCorrections } from '../../../domain/results/describe-correction.ts';
import {
  isPartlyIn,
  type Leaderboard,
  type LeaderboardRow,
  readLeaderboard,
} from '../../../domain/results/read-leaderboard.ts';
import type { RowWords } from './row-words.ts';
import { useTeamBoard } from './use-team-board.tsx';
import type { ShowDetails } from '../../timing/rows/racer-name.tsx';
import { NotRanked } from '../lists/not-ranked.tsx';
import { figures } from '../adjusted-words.ts';
import { CategoryFilter } from './category-filter.tsx';
import { CorrectionsList } from './corrections-list.tsx';
import { useChosenCategory } from './chosen-category.ts';
import type { BestWords } from './bests.ts';
import { useBests } from './use-bests.ts';
import { describeRuns, RunTimes } from './run-times.tsx';
import { Unranked } from './unranked.tsx';
import { describeOther, OrderSwitch, useOrder } from './use-adjusted.tsx';
import { WithoutHandicap } from './without-handicap.tsx';
import { countingWords } from '../shown-order.ts';

/** Changes to the board by categories, runs, handicaps, teams, personal bests and corrections of official results. */
export interface BoardFormat extends RowWords {
  /** The rows of the leaderboard, where they are not those of the event's own order. */
  readonly ranked?: readonly LeaderboardRow[];
  /** Shown above the leaderboard. */
  readonly above?: ReactNode;
  /** Shown in place of the leaderboard, with what stands beside its title. */
  readonly instead?: ((share: ReactNode) => ReactNode) | undefined;
  /** Racers without a rank. */
  readonly notRanked?: ReactNode;
  /** Shown after all of them. */
  readonly below?: ReactNode;
}

export interface BoardFormatProps {
  readonly event: EventState;
  /** For viewers categories and teams only where the owner shows them. */
  readonly showsCategories: boolean;
  readonly showsBests: boolean;
  readonly showsTeams: boolean;
  readonly marks: RowWords['marks'];
  readonly onShow: ShowDetails | null;
  readonly isViewer: boolean;
}

const NONE: readonly string[] = [];
const idOf = ({ entry }: LeaderboardRow): string => entry.racerId;

/** Nothing in an event of one run without categories, handicaps, teams and a course: its board is drawn as ever. */
export function useBoardFormat(props: BoardFormatProps): BoardFormat {
  const { event, showsCategories, showsBests, showsTeams, marks, onShow, isViewer } = props;
  const isDivided = showsCategories && (event.format.categories.length > 0 || hasChosen(event));
  const categories = useMemo(() => (isDivided ? listCategories(event) : NONE), [event, isDivided]);
  const [chosen, choose] = useChosenCategory(event.id, categories);
  const by = useOrder(event);
  const hasRuns = event.format.attempts.count > 1;
  const all = readLeaderboard(event, { by });
  const shown = readLeaderboard(event, { by, category: chosen });
  const corrections = useMemo(() => readCorrections(event), [event]);
  const bestOf = useBests(event, showsBests);
  const teams = useTeamBoard(event, showsTeams);

  return useMemo((): BoardFormat => {
    const { without, unranked } = shown;
    // First: what does not fit into a phone's row is cut off at the end.
    const words = joinWords([
      describeCorrected(event, corrections),
      categories.length > 0 ? describeCategories(all, chosen) : [],
      describeOther(event, by),
      describeClubs(event),
      bestOf === null ? [] : describeBests(event, bestOf),
    ]);
    return {
      ranked: shown.ranked,
      marks: hasRuns ? marks : joinMarks(marks, words),
      ...(corrections.length > 0 && {
        corrected: new Set(corrections.map(({ racerId }) => racerId)),
        below: <CorrectionsList event={event} corrections={corrections} />,
      }),
      ...(hasRuns && { lines: drawLines(all, words) }),
      ...(by === 'adjusted' && { figureOf: figures[event.format.handicap!] }),
      notRanked: (
        <>
          <WithoutHandicap racers={without} onShow={onShow} />
          {hasRuns ? (
            <Unranked racers={unranked.filter(isPartlyIn)} onShow={onShow} />
          ) : (
            <NotRanked racers={unranked.filter(({ state }) => state === 'out')} onShow={onShow} />
          )}
        </>
      ),
      ...(teams?.instead && { instead: teams.instead }),
      ...((categories.length > 0 || hasRuns || event.format.handicap !== null || teams !== null) && {
        above: (
          <div className="flex flex-col gap-2 pt-2 roomy:mb-1">
            {teams?.choice}
            {event.format.handicap !== null && teams?.instead === undefined && (
              <OrderSwitch event={event} isAdjusted={by === 'adjusted'} />
            )}
            {hasRuns && <CountingRule event={event} isViewer={isViewer} />}
            {categories.length > 0 && teams?.instead === undefined && (
              <CategoryFilter categories={categories} chosen={chosen} onChoose={choose} />
            )}
          </div>
        ),
      }),
    };
  }, [event, shown, by, hasRuns, categories, chosen, choose, all, bestOf, marks, corrections, onShow, isViewer, teams]);
}

function hasChosen({ entries }: EventState): boolean {
  return Object.values(entries).some(({ details }) => details?.category !== undefined);
}

type Words = readonly (readonly [racerId: string, words: string])[];

/** The rank in the category, or the rank overall where one category is shown. */
function describeCategories({ ranked }: Leaderboard, chosen: string | null): Words {
  return ranked.flatMap((racer) => {
    const { category, categoryRank, rank } = racer;
    return category === null
      ? []
      : [[idOf(racer), chosen === null ? `${category} #${categoryRank}` : `#${rank} overall`]];
  });
}

/** Class, club and team, each where the owner shows it. */
function describeClubs({ format: { shows }, entries }: EventState): Words {
  const shown = (['class', 'club', 'team'] as const).filter((part) => shows.includes(part));
  if (shown.length === 0) return [];
  return Object.values(entries).map(({ racerId, details }) => [
    racerId,
    shown.flatMap((part) => details?.[part] ?? []).join(' · '),
  ]);
}

/** Declared results of racers whose result is another now, in words. */
function describeCorrected({ format }: EventState, corrections: readonly ReadCorrection[]): Words {
  return corrections.map(({ racerId, attempt, was, declared }) => {
    const said = was === null ? 'added since official' : `corrected, was ${declared}`;
    return [racerId, format.attempts.count > 1 ? `heat ${attempt} ${said}` : said];
  });
}

/** Every run is a time over the course, whatever the total is made of. */
function describeBests(event: EventState, bestOf: BestWords): Words {
  return readLeaderboard(event, { by: 'actual' }).ranked.map((racer) => [
    idOf(racer),
    bestOf(idOf(racer), Math.min(...racer.runs.map(({ duration }) => duration ?? Infinity))),
  ]);
}

/** All words about a racer, in the order of the lists. */
function joinWords(lists: readonly Words[]): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  for (const [racerId, said] of lists.flat()) {
    if (said !== '') joined.set(racerId, joined.has(racerId) ? `${joined.get(racerId)} · ${said}` : said);
  }
  return joined;
}

/** The runs of each racer, in place of the times of day. */
function drawLines({ ranked }: Leaderboard, words: ReadonlyMap<string, string>): ReadonlyMap<string, ReactNode> {
  return new Map(
    ranked.map((racer) => [
      idOf(racer),
      <RunTimes key={idOf(racer)} runs={describeRuns(racer)} mark={words.get(idOf(racer))} />,
    ]),
  );
}

function joinMarks(marks: RowWords['marks'], words: ReadonlyMap<string, string>): RowWords['marks'] {
  if (words.size === 0) return marks;
  const joined = new Map<string, ReactNode>(marks);
  for (const [racerId, said] of words) {
    const other = marks?.get(racerId);
    joined.set(
      racerId,
      <>
        <span className="font-[650] text-ink">{said}</span>
        {other && <> · {other}</>}
      </>,
    );
  }
  return joined;
}

/** Rule by which the totals below are made. Admins also have the number of the run above their buttons. */
function CountingRule({ event, isViewer }: { readonly event: EventState; readonly isViewer: boolean }) {
  const { count, counts } = event.format.attempts;
  return (
    <p className="digits px-1 text-14 text-ink-2">
      {isViewer && `Heat ${attemptNow(event)} of ${count}. `}
      {countingWords[counts]}
    </p>
  );
}
