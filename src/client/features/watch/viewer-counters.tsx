import type { MouseEvent, ReactNode } from 'react';
import type { Counters } from '../../../domain/results/lists.ts';

export interface ViewerCountersProps {
  readonly counters: Counters;
  readonly watching: number | null;
  /** The rows come from a cache, which is two seconds old at most and is asked every two seconds at most. */
  readonly isCached: boolean;
  readonly isConnected: boolean;
  /** Moment of the last time that is known here; null where there is none. */
  readonly lastTime: string | null;
}

/** The counters lead to their lists: on a phone the racers on course are a long way below the leaderboard. */
export function ViewerCounters({ counters, watching, isCached, isConnected, lastTime }: ViewerCountersProps) {
  const { finished, total, onCourse } = counters;
  return (
    <ul aria-label="Counters" className="digits flex gap-x-4 text-14 whitespace-nowrap text-ink-2">
      <Count to="leaderboard">
        Finished <b>{finished}</b> / <b>{total}</b>
      </Count>
      <Count to="on-course">
        On course <b>{onCourse}</b>
      </Count>
      {/* On a phone the longest of these sentences has no room beside the counters: it takes two lines. */}
      <li className="flex min-h-11 min-w-0 items-center whitespace-normal">
        <span role="status">
          {isConnected && isCached ? (
            'up to 4 s behind'
          ) : isConnected ? (
            !!watching && (
              <>
                <b>{watching}</b> watching
              </>
            )
          ) : (
            <>
              <b>not connected</b>
              {lastTime !== null && <> · last time {lastTime}</>}
            </>
          )}
        </span>
      </li>
    </ul>
  );
}

/** With scripts the address stays as it is: in the app another address would be another timer. */
function scroll(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.querySelector(event.currentTarget.hash)?.scrollIntoView();
}

function Count({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <a href={`#${to}`} onClick={scroll} className="flex min-h-11 items-center underline-offset-4 hover:underline">
        <span>{children}</span>
      </a>
    </li>
  );
}
