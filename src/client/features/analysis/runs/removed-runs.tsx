import { RUN_KEPT_MS } from '../../../../protocol/runs.ts';
import { Button } from '../../../ui/button.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
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
    <details className="accordion group mt-6">
      <summary className="flex min-h-12 items-center gap-2 rounded-bib text-16 font-[650] text-ink-2 select-none">
        Deleted runs
        <span className="digits">{removed.length}</span>
        <ChevronIcon className="size-5 transition-[rotate] duration-200 group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-y border-line">
        {removed.map((run) => (
          <li key={run.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p title={run.details.name} className="line-clamp-2 font-[650] wrap-anywhere">
                <bdi>{run.details.name}</bdi>
              </p>
              <p className="text-14 text-ink-2">{describeTimeLeft(run.deletedAt ?? 0)}</p>
            </div>
            <Button
              variant="quiet"
              className="shrink-0"
              aria-label={`Bring back: ${run.details.name}`}
              onClick={() => onRestore(run)}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeTimeLeft(deletedAt: number): string {
  const days = Math.ceil((deletedAt + RUN_KEPT_MS - Date.now()) / DAY_MS);
  return days > 1 ? `Can be brought back for ${days} days` : 'Can be brought back until tomorrow';
}
