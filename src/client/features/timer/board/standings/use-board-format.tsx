import { type ReactNode, useMemo } from 'react';
import type { Entry, EventState } from '../../../../../domain/events/state.ts';
import { categoryOf } from '../../../../../domain/results/categories.ts';
import { listCategories, rankAmong, rankInCategories } from '../../../../../domain/results/category-ranks.ts';
import type { RankedResult } from '../../../../../domain/results/ranking.ts';
import { readStandings, type Standings } from '../../../../../domain/results/standings.ts';
import type { Board } from '../../../../../domain/timing/board.ts';
import type { BoardListsProps } from '../lists/board-lists.tsx';
import { useTeamBoard } from '../../teams/use-team-board.tsx';
import type { ShowDetails } from '../rows/racer-name.tsx';
import { NotRanked } from '../lists/not-ranked.tsx';
import { figures } from './adjusted-words.ts';
import { CategoryFilter } from './category-filter.tsx';
import { CountingRule } from './counting-rule.tsx';
import { useChosenCategory } from './chosen-category.ts';
import { describeRuns, RunTimes, type RunWords } from './run-times.tsx';
import { Unranked } from './unranked.tsx';
import { OrderSwitch, useAdjusted } from './use-adjusted.tsx';
import { WithoutHandicap } from './without-handicap.tsx';

/** What categories, runs, handicaps and teams change on the board. */
export type BoardFormat = Pick<
  BoardListsProps,
  'ranked' | 'marks' | 'lineOf' | 'figureOf' | 'above' | 'notRanked' | 'instead'
>;

export interface BoardFormatProps {
  readonly event: EventState;
  readonly board: Board;
  /** For viewers categories and teams only where the owner shows them. */
  readonly showsCategories: boolean;
  readonly showsTeams: boolean;
  readonly marks: BoardListsProps['marks'];
  readonly onShow: ShowDetails | null;
  readonly isViewer: boolean;
}

const NONE: readonly string[] = [];
const idOf = ({ entry }: RankedResult): string => entry.racerId;

/** Nothing in an event of one run without categories, handicaps and teams: its board is drawn as ever. */
export function useBoardFormat(props: BoardFormatProps): BoardFormat {
  const { event, board, showsCategories, showsTeams, marks, onShow, isViewer } = props;
  const isDivided = showsCategories && (event.format.categories.length > 0 || hasChosen(event));
  const categories = useMemo(() => (isDivided ? listCategories(event) : NONE), [event, isDivided]);
  const [chosen, choose] = useChosenCategory(event.id, categories);
  const standings = useMemo(() => readStandings(event), [event]);
  const actual: readonly RankedResult[] = standings?.ranked ?? board.leaderboard;
  const { ranking, isAdjusted, told } = useAdjusted(event, actual);
  const all = isAdjusted ? ranking!.ranked : actual;
  const words = useWords(useCategoryWords(event, all, categories.length > 0, chosen), told);
  const lines = useLines(standings, words);
  const joined = useMemo(() => joinMarks(marks, words), [marks, words]);
  const teams = useTeamBoard(event, showsTeams, isViewer);

  return useMemo((): BoardFormat => {
    const isAmong = ({ entry }: { readonly entry: Entry }) => chosen === null || categoryOf(event, entry) === chosen;
    return {
      marks: standings === null ? joined : marks,
      ...(standings !== null && {
        ranked: all,
        lineOf: lines,
        notRanked: <Unranked racers={standings.unranked.filter(isAmong)} onShow={onShow} />,
      }),
      ...(isAdjusted && {
        ranked: all,
        figureOf: figures[event.format.handicap!],
        notRanked: (
          <>
            <WithoutHandicap racers={ranking!.without.filter(isAmong)} onShow={onShow} />
            {standings === null ? (
              <NotRanked racers={board.out} onShow={onShow} />
            ) : (
              <Unranked racers={standings.unranked.filter(isAmong)} onShow={onShow} />
            )}
          </>
        ),
      }),
      ...(chosen !== null && { ranked: rankAmong(all, isAmong) }),
      ...(teams?.instead && { instead: teams.instead }),
      ...((categories.length > 0 || standings !== null || ranking !== null || teams !== null) && {
        above: (
          <div className="mb-1 flex flex-col gap-2">
            {teams?.choice}
            {ranking !== null && teams?.instead === undefined && <OrderSwitch event={event} isAdjusted={isAdjusted} />}
            {standings !== null && <CountingRule event={event} isViewer={isViewer} />}
            {categories.length > 0 && teams?.instead === undefined && (
              <CategoryFilter categories={categories} chosen={chosen} onChoose={choose} />
            )}
          </div>
        ),
      }),
    };
  }, [
    event,
    board.out,
    all,
    ranking,
    isAdjusted,
    categories,
    chosen,
    choose,
    standings,
    lines,
    joined,
    marks,
    onShow,
    isViewer,
    teams,
  ]);
}

function hasChosen({ entries }: EventState): boolean {
  return Object.values(entries).some(({ details }) => details?.category !== undefined);
}

/**
 * The rank in the category, or the rank overall where one category is shown. The same map while the ranks are the same:
 * a start among 500 racers draws no row again.
 */
function useCategoryWords(
  event: EventState,
  ranked: readonly RankedResult[],
  isDivided: boolean,
  chosen: string | null,
): ReadonlyMap<string, string> {
  const told = useMemo(() => {
    if (!isDivided) return '[]';
    const ranks = rankInCategories(event, ranked, idOf);
    const words = ranked.flatMap((racer) => {
      const own = ranks.get(idOf(racer));
      if (own === undefined) return [];
      return [[idOf(racer), chosen === null ? `${own.category} #${own.rank}` : `#${racer.rank} overall`]];
    });
    return JSON.stringify(words);
  }, [event, ranked, isDivided, chosen]);
  return useMemo(() => new Map(JSON.parse(told) as readonly [string, string][]), [told]);
}

/** The words about categories, then those about handicaps. */
function useWords(words: ReadonlyMap<string, string>, told: string): ReadonlyMap<string, string> {
  return useMemo(() => {
    const adjusted = JSON.parse(told) as readonly [string, string][];
    if (adjusted.length === 0) return words;
    const joined = new Map(words);
    for (const [racerId, said] of adjusted) joined.set(racerId, [words.get(racerId), said].filter(Boolean).join(' · '));
    return joined;
  }, [words, told]);
}

/** The runs of each racer, in place of the times of day; undefined in an event of one run. */
function useLines(standings: Standings | null, words: ReadonlyMap<string, string>): BoardFormat['lineOf'] {
  const told = useMemo(
    () => JSON.stringify(standings?.ranked.map((racer) => [idOf(racer), describeRuns(racer)]) ?? null),
    [standings],
  );
  return useMemo(() => {
    const runs = JSON.parse(told) as readonly [string, readonly RunWords[]][] | null;
    if (runs === null) return undefined;
    const lines = new Map(
      runs.map(([racerId, each]) => [racerId, <RunTimes key={racerId} runs={each} mark={words.get(racerId)} />]),
    );
    return (racerId) => lines.get(racerId);
  }, [told, words]);
}

function joinMarks(marks: BoardListsProps['marks'], words: ReadonlyMap<string, string>): BoardListsProps['marks'] {
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
