import { useDeferredValue, useMemo, useState } from 'react';
import { EmptyState } from '../../../../client/ui/empty-state.tsx';
import { SearchField } from '../../../../client/ui/field.tsx';
import { LoadingRegion, Skeleton } from '../../../../client/ui/skeleton.tsx';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import { matchesSearch } from '../../recordings/describe-run.ts';
import { RunCard, type RunCardProps } from './run-card.tsx';

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';
/** Least number of runs for a search field: fewer are seen at a glance. */
const SEARCHED_FROM = 4;

export interface RunListProps extends Omit<RunCardProps, 'run' | 'isChosen'> {
  readonly runs: readonly LocalRun[];
  readonly chosen: readonly string[];
}

export function RunList({ runs, chosen, ...card }: RunListProps) {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search);
  const found = useMemo(() => runs.filter((run) => matchesSearch(run, searched)), [runs, searched]);
  return (
    <>
      {runs.length >= SEARCHED_FROM && (
        <SearchField
          label="Search runs"
          placeholder="Name, date, file, what is attached"
          value={search}
          onSearch={setSearch}
          className="mb-4 max-w-md"
        />
      )}
      {found.length === 0 ? (
        <EmptyState title="No runs found">Try fewer letters, or a part of the file’s name.</EmptyState>
      ) : (
        <ul className={GRID}>
          {found.map((run) => (
            <RunCard key={run.id} run={run} isChosen={chosen.includes(run.id)} {...card} />
          ))}
        </ul>
      )}
    </>
  );
}

export function RunListSkeleton() {
  return (
    <LoadingRegion label="Reading the runs">
      <div className={GRID}>
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-72 w-full max-sm:hidden" />
        <Skeleton className="h-72 w-full max-lg:hidden" />
      </div>
    </LoadingRegion>
  );
}
