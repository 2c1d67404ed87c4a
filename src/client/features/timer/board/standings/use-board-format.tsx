import { type ReactNode, useMemo } from 'react';
import type { Entry, EventState } from '../../../../../domain/events/state.ts';
import { categoryOf } from '../../../../../domain/results/categories.ts';
import { listCategories, rankAmong, rankInCategories } from '../../../../../domain/results/category-ranks.ts';
import {
  describeValue,
  type ReadCorrection,
  readCorrections,
} from '../../../../../domain/results/describe-correction.ts';
import type { RankedResult } from '../../../../../domain/results/ranking.ts';
import { readStandings, type Standings } from '../../../../../domain/results/standings.ts';
import type { Board } from '../../../../../domain/timing/board.ts';
import type { BoardListsProps } from '../lists/board-lists.tsx';
import { useTeamBoard } from '../../teams/use-team-board.tsx';
import type { ShowDetails } from '../rows/racer-name.tsx';
import { NotRanked } from '../lists/not-ranked.tsx';
import { figures } from './adjusted-words.ts';
import { CategoryFilter } from './category-filter.tsx';
import { CorrectionsList } from './corrections-list.tsx';
import { CountingRule } from './counting-rule.tsx';
import { useChosenCategory } from './chosen-category.ts';
import { useBests } from './use-bests.ts';
import { describeRuns, RunTimes, type RunWords } from './run-times.tsx';
import { Unranked } from './unranked.tsx';
import { OrderSwitch, useAdjusted } from './use-adjusted.tsx';
import { WithoutHandicap } from './without-handicap.tsx';

/** What categories, runs, handicaps, teams, personal bests and corrections of official results change on the board. */
export type BoardFormat = Pick<
  BoardListsProps,
  'ranked' | 'out' | 'marks' | 'corrected' | 'lineOf' | 'figureOf' | 'above' | 'notRanked' | 'instead' | 'below'
>;

export interface BoardFormatProps {
  readonly event: EventState;
  readonly board: Board;
  /** For viewers categories and teams only where the owner shows them. */
  readonly showsCategories: boolean;
  readonly showsBests: boolean;
  readonly showsTeams: boolean;
  readonly marks: BoardListsProps['marks'];
  readonly onShow: ShowDetails | null;
  readonly isViewer: boolean;
}

const NONE: readonly string[] = [];
const idOf = ({ entry }: RankedResult): string => entry.racerId;

/** Nothing in an event of one run without categories, handicaps, teams and a course: its board is drawn as ever. */
export function useBoardFormat(props: BoardFormatProps): BoardFormat {
  const { event, board, showsCategories, showsBests, showsTeams, marks, onShow, isViewer } = props;
  const isDivided = showsCategories && (event.format.categories.length > 0 || hasChosen(event));
  const categories = useMemo(() => (isDivided ? listCategories(event) : NONE), [event, isDivided]);
  const [chosen, choose] = useChosenCategory(event.id, categories);
  const standings = useMemo(() => readStandings(event), [event]);
  const actual: readonly RankedResult[] = standings?.ranked ?? board.leaderboard;
  const { ranking, isAdjusted, told } = useAdjusted(event, actual);
  const all = isAdjusted ? ranking!.ranked : actual;
  const corrections = useMemo(() => readCorrections(event), [event]);
  const corrected = describeCorrected(event, corrections);
  const ofCategory = useCategoryWords(event, all, categories.length > 0, chosen);
  const ofRace = useWords(useWords(ofCategory, told), useToldBests(event, showsBests, standings, actual));
  // First: what does not fit into a phone's row is cut off at the end.
  const words = useWords(ofRace, corrected, true);
  const lines = useLines(standings, words);
  const joined = useMemo(() => joinMarks(marks, words), [marks, words]);
  const teams = useTeamBoard(event, showsTeams, isViewer);

  return useMemo((): BoardFormat => {
    const isAmong = ({ entry }: { readonly entry: Entry }) => chosen === null || categoryOf(event, entry) === chosen;
    return {
      marks: standings === null ? joined : marks,
      ...(corrections.length > 0 && {
        corrected: new Set(corrections.map(({ racerId }) => racerId)),
        below: <CorrectionsList event={event} corrections={corrections} />,
      }),
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
              <NotRanked racers={board.out.filter(isAmong)} onShow={onShow} />
            ) : (
              <Unranked racers={standings.unranked.filter(isAmong)} onShow={onShow} />
            )}
          </>
        ),
      }),
      ...(chosen !== null && { ranked: rankAmong(all, isAmong), out: board.out.filter(isAmong) }),
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
    corrections,
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

/** What was declared of racers whose result is another now, as JSON: compared, it says whether anything has changed. */
function describeCorrected({ format }: EventState, corrections: readonly ReadCorrection[]): string {
  const words = corrections.toReversed().map(({ racerId, attempt, was }) => {
    const said = was === null ? 'added since official' : `corrected, was ${describeValue(was)}`;
    return [racerId, format.attempts.count > 1 ? `run ${attempt} ${said}` : said];
  });
  return JSON.stringify(words);
}

/** Personal bests as text: the same while nothing in them has changed. */
function useToldBests(
  event: EventState,
  areShown: boolean,
  standings: Standings | null,
  actual: readonly RankedResult[],
): string {
  const wordsOf = useBests(event, areShown);
  return useMemo(() => {
    if (wordsOf === null) return '[]';
    // Every run is a time over the course, whatever the total is made of.
    const times: readonly (readonly [string, number])[] =
      standings?.ranked.map((racer) => [
        idOf(racer),
        Math.min(...racer.runs.map(({ duration }) => duration ?? Infinity)),
      ]) ?? actual.map((racer) => [idOf(racer), racer.duration]);
    const words = times.map(([racerId, ms]) => [racerId, wordsOf(racerId, ms)]);
    return JSON.stringify(words.filter(([, said]) => said !== ''));
  }, [wordsOf, standings, actual]);
}

/** Words about racers, and after or before them those of `told`: pairs of a racer's id and words, as JSON. */
function useWords(words: ReadonlyMap<string, string>, told: string, isFirst = false): ReadonlyMap<string, string> {
  return useMemo(() => {
    const more = JSON.parse(told) as readonly [string, string][];
    if (more.length === 0) return words;
    const joined = new Map(words);
    for (const [racerId, said] of more) {
      const both = isFirst ? [said, words.get(racerId)] : [words.get(racerId), said];
      joined.set(racerId, both.filter(Boolean).join(' · '));
    }
    return joined;
  }, [words, told, isFirst]);
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
