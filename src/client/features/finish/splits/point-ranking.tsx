import { useMemo } from 'react';
import type { EventState } from '../../../../domain/model/state.ts';
import { categoryOf } from '../../../../domain/results/categories.ts';
import {
  type CategoryRank,
  listCategories,
  rankAmong,
  rankInCategories,
} from '../../../../domain/results/category-ranks.ts';
import type { AtPoint, PointBoard } from '../../../../domain/results/split-board.ts';
import { formatDuration, formatGap } from '../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { CategoryFilter } from '../../../leaderboard/standings/category-filter.tsx';
import { useChosenCategory } from '../../../leaderboard/standings/chosen-category.ts';
import { RacerName } from '../../../timing/rows/racer-name.tsx';
import { WindowList } from '../../../timing/rows/window-list.tsx';

export interface PointRankingProps {
  readonly event: EventState;
  readonly board: PointBoard;
  readonly onTime: () => void;
}

const idOf = ({ racer }: AtPoint): string => racer.entry.racerId;

/** The places and gaps at one point. */
export function PointRanking({ event, board: { point, ranked: all, expected }, onTime }: PointRankingProps) {
  const { timeZone } = event;
  const categories = useMemo(() => listCategories(event), [event]);
  const [chosen, choose] = useChosenCategory(event.id, categories);
  const ranks = useMemo(() => rankInCategories(event, all, idOf), [event, all]);
  const ranked = chosen === null ? all : rankAmong(all, ({ racer }) => categoryOf(event, racer.entry) === chosen);
  return (
    <div className="flex flex-col gap-4">
      <Button size="timing" variant="primary" className="w-full sm:self-start sm:w-auto" onClick={onTime}>
        Time here with this phone
      </Button>
      <p className="digits px-1 text-14 text-ink-2">
        {all.length} passed · {expected.length} still to come
      </p>
      {categories.length > 0 && <CategoryFilter categories={categories} chosen={chosen} onChoose={choose} />}
      {ranked.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-2">
          Nobody has passed here yet. Each time at <bdi>{point.name}</bdi> moves to its place here.
        </p>
      ) : (
        <WindowList label={`Places at ${point.name}`} rows={ranked} keyOf={({ racer }) => racer.entry.racerId}>
          {({ racer: { entry, unit }, rank, elapsed, gap, at }) => (
            <>
              <span
                className={`digits flex h-8 min-w-10 shrink-0 items-center justify-center rounded-bib px-1.5 font-[720] ${
                  rank === 1 ? 'bg-accent text-on-accent' : 'text-ink-2'
                }`}
              >
                #{rank}
              </span>
              <span className="min-w-0 flex-1">
                <RacerName entry={entry} onShow={null} className="font-[650]" />
                <span className="digits block text-13 text-ink-2">
                  {entry.bib !== null && entry.bib !== '' && `No. ${entry.bib} · `}
                  {chosen === null && describeRank(ranks.get(entry.racerId))}
                  {formatTimeOfDay(at, timeZone)}
                </span>
              </span>
              <span className="digits shrink-0 text-end">
                <span className="block text-18 leading-6 font-[760]">{formatDuration(elapsed, unit)}</span>
                {gap > 0 && <span className="block text-13 text-ink-2">{formatGap(gap, unit)}</span>}
              </span>
            </>
          )}
        </WindowList>
      )}
    </div>
  );
}

/** For example 'V40 #1 · '. */
function describeRank(rank: CategoryRank | undefined): string {
  return rank === undefined ? '' : `${rank.category} #${rank.rank} · `;
}
