import { RUN_KEPT_MS } from '../../../../protocol/runs.ts';
import { DeletedRow } from '../../../ui/deleted-row.tsx';
import { FoldedList } from '../../../ui/folded-list.tsx';
import type { LocalRun } from '../../../run-sync/stored-run.ts';
import type { RunActions } from './use-run-actions.ts';

const DAY_MS = 86_400_000;

export interface RemovedRunsProps {
  readonly removed: readonly LocalRun[];
  readonly onRestore: RunActions['restore'];
}

export function RemovedRuns({ removed, onRestore }: RemovedRunsProps) {
  if (removed.length === 0) return null;
  return (
    <FoldedList title="Deleted runs" count={removed.length} className="mt-6">
      {removed.map((run) => (
        <DeletedRow
          key={run.id}
          name={run.details.name}
          timeLeft={describeTimeLeft(run.deletedAt ?? 0)}
          onRestore={() => onRestore(run)}
        />
      ))}
    </FoldedList>
  );
}

function describeTimeLeft(deletedAt: number): string {
  const days = Math.ceil((deletedAt + RUN_KEPT_MS - Date.now()) / DAY_MS);
  return days > 1 ? `Can be brought back for ${days} days` : 'Can be brought back until tomorrow';
}
