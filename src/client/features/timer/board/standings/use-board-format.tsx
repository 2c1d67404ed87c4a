import { type ReactNode, useMemo } from 'react';
import type { Entry, EventState } from '../../../../../domain/events/state.ts';
import { categoryOf } from '../../../../../domain/results/categories.ts';
import { listCategories, rankAmong, rankInCategories } from '../../../../../domain/results/category-ranks.ts';
import type { RankedResult } from '../../../../../domain/results/ranking.ts';
import { readStandings, type Standings } from '../../../../../domain/results/standings.ts';
import type { Board } from '../../../../../domain/timing/board.ts';
import type { BoardListsProps } from '../lists/board-lists.tsx';
import type { ShowDetails } from '../rows/racer-name.tsx';
import { CategoryFilter } from './category-filter.tsx';
import { CountingRule } from './counting-rule.tsx';
import { useChosenCategory } from './chosen-category.ts';
import { type BestWords, useBests } from './use-bests.ts';
import { describeRuns, RunTimes, type RunWords } from './run-times.tsx';
import { Unranked } from './unranked.tsx';

/** What categories, runs and personal bests change on the board. */
export type BoardFormat = Pick<BoardListsProps, 'ranked' | 'marks' | 'lineOf' | 'above' | 'notRanked'>;

export interface BoardFormatProps {
  readonly event: EventState;
  readonly board: Board;
  /** For viewers only where the owner shows them. */
  readonly showsCategories: boolean;
  readonly showsBests: boolean;
  readonly marks: BoardListsProps['marks'];
  readonly onShow: ShowDetails | null;
  readonly isViewer: boolean;
}

const NONE: readonly string[] = [];
const idOf = ({ entry }: RankedResult): string => entry.racerId;

/** Nothing in an event of one run without categories and without a course: its board is drawn as ever. */
export function useBoardFormat(props: BoardFormatProps): BoardFormat {
  const { event, board, showsCategories, showsBests, marks, onShow, isViewer } = props;
  const isDivided = showsCategories && (event.format.categories.length > 0 || hasChosen(event));
  const categories = useMemo(() => (isDivided ? listCategories(event) : NONE), [event, isDivided]);
  const [chosen, choose] = useChosenCategory(event.id, categories);
  const standings = useMemo(() => readStandings(event), [event]);
  const all: readonly RankedResult[] = standings?.ranked ?? board.leaderboard;
  const ofCategory = useCategoryWords(event, all, categories.length > 0, chosen);
  const words = useBestWords(useBests(event, showsBests), standings, all, ofCategory);
  const lines = useLines(standings, words);
  const joined = useMemo(() => joinMarks(marks, words), [marks, words]);

  return useMemo((): BoardFormat => {
    const isAmong = ({ entry }: { readonly entry: Entry }) => chosen === null || categoryOf(event, entry) === chosen;
    return {
      marks: standings === null ? joined : marks,
      ...(standings !== null && {
        ranked: all,
        lineOf: lines,
        notRanked: <Unranked racers={standings.unranked.filter(isAmong)} onShow={onShow} />,
      }),
      ...(chosen !== null && { ranked: rankAmong(all, isAmong) }),
      ...((categories.length > 0 || standings !== null) && {
        above: (
          <div className="mb-1 flex flex-col gap-2">
            {standings !== null && <CountingRule event={event} isViewer={isViewer} />}
            {categories.length > 0 && <CategoryFilter categories={categories} chosen={chosen} onChoose={choose} />}
          </div>
        ),
      }),
    };
  }, [event, all, categories, chosen, choose, standings, lines, joined, marks, onShow, isViewer]);
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

/** Personal bests, after the other words about a racer: the same map while the words are the same. */
function useBestWords(
  wordsOf: BestWords | null,
  standings: Standings | null,
  ranked: readonly RankedResult[],
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const told = useMemo(() => {
    if (wordsOf === null) return '[]';
    // Every run is a time over the course, whatever the total is made of.
    const times: [string, number][] =
      standings === null
        ? ranked.map((racer) => [idOf(racer), racer.duration])
        : standings.ranked.map((racer) => [
            idOf(racer),
            Math.min(...racer.runs.map(({ duration }) => duration ?? Infinity)),
          ]);
    const words = times.map(([racerId, ms]) => [racerId, wordsOf(racerId, ms)]);
    return JSON.stringify(words.filter(([, said]) => said !== ''));
  }, [wordsOf, standings, ranked]);
  return useMemo(() => {
    const bests = JSON.parse(told) as readonly [string, string][];
    if (bests.length === 0) return others;
    const joined = new Map(others);
    for (const [racerId, said] of bests) joined.set(racerId, [others.get(racerId), said].filter(Boolean).join(' · '));
    return joined;
  }, [told, others]);
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
