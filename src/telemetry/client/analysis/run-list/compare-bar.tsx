import { Link } from 'react-router';
import { buttonClass } from '../../../../client/ui/button.tsx';
import { IconButton } from '../../../../client/ui/icon-button.tsx';
import { CloseIcon } from '../../../../client/ui/icons.tsx';
import { InfoTip } from '../../../../client/ui/info-tip.tsx';
import type { LocalRun } from '../../run-sync/stored-run.ts';

export interface CompareBarProps {
  readonly chosen: readonly LocalRun[];
  readonly onClear: () => void;
}

/** Two runs are compared; with one chosen the bar says what comes next. */
export function CompareBar({ chosen, onClear }: CompareBarProps) {
  const [first, second] = chosen;
  if (first === undefined) return null;
  return (
    <div
      data-bottom-bar
      role="region"
      aria-label="Compare"
      className="sticky bottom-3 z-20 mt-4 flex min-h-18 items-center gap-1 rounded-card border border-line bg-card py-2 pe-3 ps-4 shadow-float sm:gap-3"
    >
      <p aria-live="polite" className="line-clamp-2 min-w-0 flex-1 text-14 sm:text-16">
        {second === undefined ? (
          <>
            Choose one more run to compare with <b className="font-[720] wrap-anywhere">{first.details.name}</b>
          </>
        ) : (
          <b className="font-[720] wrap-anywhere">
            {first.details.name} and {second.details.name}
          </b>
        )}
      </p>
      <span className="max-sm:hidden">
        <InfoTip topic="linkVideos" />
      </span>
      <IconButton label="Clear selection" title="Clear" onClick={onClear}>
        <CloseIcon />
      </IconButton>
      {second !== undefined && (
        <Link
          to={`/analysis/${first.id}?with=${encodeURIComponent(second.id)}`}
          className={buttonClass({ variant: 'primary' })}
        >
          Compare
        </Link>
      )}
    </div>
  );
}
