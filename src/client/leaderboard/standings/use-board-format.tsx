import { type ReactNode, useMemo } from 'react';
import type { EventState } from '../../../domain/events/state.ts';
import { listCategories } from '../../../domain/results/category-ranks.ts';
import { describeValue, type ReadCorrection, readCorrections } from '../../../domain/results/describe-correction.ts';
import {
  isPartlyIn,
  type Leaderboard,
  type LeaderboardRow,
  readLeaderboard,
} from '../../../domain/results/read-leaderboard.ts';
import type { LeaderboardProps } from '../board/leaderboard.tsx';
import { useTeamBoard } from './use-team-board.tsx';
import type { ShowDetails } from '../../timing/rows/racer-name.tsx';
import { NotRanked } from '../lists/not-ranked.tsx';
import { figures } from '../adjusted-words.ts';
import { CategoryFilter } from './category-filter.tsx';
import { CorrectionsList } from './corrections-list.tsx';
import { CountingRule } from './counting-rule.tsx';
import { useChosenCategory } from './chosen-category.ts';
import { useBests } from './use-bests.ts';
import { describeRuns, RunTimes, type RunWords } from './run-times.tsx';
import { Unranked } from './unranked.tsx';
import { OrderSwitch, useOrder, useOtherOrder } from './use-adjusted.tsx';
import { WithoutHandicap } from './without-handicap.tsx';

/** What categories, runs, handicaps, teams, personal bests and corrections of official results change on the board. */
export interface BoardFormat extends Pick<LeaderboardProps, 'marks' | 'corrected' | 'lineOf' | 'figureOf'> {
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
  readonly marks: LeaderboardProps['marks'];
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
  const corrected = describeCorrected(event, corrections);
  const ofCategory = useCategoryWords(all, categories.length > 0, chosen);
  const ofRace = useWords(useWords(ofCategory, useOtherOrder(event, by)), useToldBests(event, showsBests));
  // First: what does not fit into a phone's row is cut off at the end.
  const words = useWords(ofRace, corrected, true);
  const lines = useLines(hasRuns ? all : null, words);
  const joined = useMemo(() => joinMarks(marks, words), [marks, words]);
  const teams = useTeamBoard(event, showsTeams);

  return useMemo((): BoardFormat => {
    const { without, unranked } = shown;
    return {
      ranked: shown.ranked,
      marks: hasRuns ? marks : joined,
      ...(corrections.length > 0 && {
        corrected: new Set(corrections.map(({ racerId }) => racerId)),
        below: <CorrectionsList event={event} corrections={corrections} />,
      }),
      ...(hasRuns && { lineOf: lines }),
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
  }, [
    event,
    shown,
    by,
    hasRuns,
    categories,
    chosen,
    choose,
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
  { ranked }: Leaderboard,
  isDivided: boolean,
  chosen: string | null,
): ReadonlyMap<string, string> {
  const told = useMemo(() => {
    if (!isDivided) return '[]';
    const words = ranked.flatMap(({ entry, category, categoryRank, rank }) =>
      category === null ? [] : [[entry.racerId, chosen === null ? `${category} #${categoryRank}` : `#${rank} overall`]],
    );
    return JSON.stringify(words);
  }, [ranked, isDivided, chosen]);
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
function useToldBests(event: EventState, areShown: boolean): string {
  const wordsOf = useBests(event, areShown);
  return useMemo(() => {
    if (wordsOf === null) return '[]';
    // Every run is a time over the course, whatever the total is made of.
    const words = readLeaderboard(event, { by: 'actual' }).ranked.map((racer) => [
      idOf(racer),
      wordsOf(idOf(racer), Math.min(...racer.runs.map(({ duration }) => duration ?? Infinity))),
    ]);
    return JSON.stringify(words.filter(([, said]) => said !== ''));
  }, [wordsOf, event]);
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
function useLines(board: Leaderboard | null, words: ReadonlyMap<string, string>): BoardFormat['lineOf'] {
  const told = useMemo(
    () => JSON.stringify(board?.ranked.map((racer) => [idOf(racer), describeRuns(racer)]) ?? null),
    [board],
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

function joinMarks(marks: LeaderboardProps['marks'], words: ReadonlyMap<string, string>): LeaderboardProps['marks'] {
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
