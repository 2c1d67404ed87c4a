import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { rateClock } from '../../../../domain/timing/clock-quality.ts';
import type { Counters } from '../../../../domain/results/lists.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { closeUp } from '../../../timing/hands/close-up.ts';

export interface CounterLineProps {
  readonly counters: Counters;
  readonly out: number;
  readonly watching: number | null;
  /** Null for admins who cannot time: none of their times rests on this device's clock. */
  readonly clock: SyncClient['clock'] | null;
}

/** The counters and the quality of the clock beside the name: small print on a phone, chips where there is room. */
export function CounterLine({ counters, out, watching, clock }: CounterLineProps) {
  const { finished, total, onCourse } = counters;
  return (
    <ul aria-label="Counters" className="race-counters relative flex shrink-0 @max-[18rem]:sr-only">
      <Count>
        Finished <Figure>{finished}</Figure> / <Figure>{total}</Figure>
      </Count>
      {out > 0 && (
        <Count>
          <Figure>{out}</Figure> not ranked
        </Count>
      )}
      <Count>
        On course <Figure>{onCourse}</Figure>
      </Count>
      {clock !== null && <ClockQuality clock={clock} />}
      {watching !== null && watching > 0 && (
        // The count of viewers comes and goes: where the line is tight, the others would move to a second one and back.
        <Count className="max-2xl:sr-only">
          <Figure>{watching}</Figure> watching
        </Count>
      )}
      <li className="absolute inset-0 md:hidden! @max-[18rem]:hidden">
        <button
          type="button"
          aria-label="To the leaderboard and back"
          onClick={goToResults}
          className="size-full rounded-bib"
        />
      </li>
    </ul>
  );
}

/** Scrolls to the results, which on a phone with 45 racers are three screens down, and from there back to the top. */
function goToResults(): void {
  // Closed up first: lists that close up because the page has scrolled keep what is in sight, and move the page again.
  flushSync(() => closeUp('by-scroll'));
  const before = scrollY;
  document.querySelector('[data-board-results]')?.scrollIntoView();
  if (Math.abs(scrollY - before) < 1) scrollTo(0, 0);
}

function ClockQuality({ clock }: { readonly clock: SyncClient['clock'] }) {
  const uncertainty = useObservable(clock.quality, null);
  const quality = rateClock(uncertainty);
  return (
    <Count>
      <span
        aria-hidden
        className={`me-1 inline-block size-2 rounded-full roomy:me-2 ${quality === 'good' ? 'bg-good' : 'bg-waiting'}`}
      />
      {quality === 'unknown' ? (
        <>
          {/* On a laptop the words would take the room of the event's name. */}
          <span className="max-2xl:sr-only">clock not measured yet</span>
          <span aria-hidden className="2xl:hidden">
            ±?
          </span>
        </>
      ) : (
        <>
          <Figure>±{uncertainty}</Figure>
          <span className="cramped:sr-only"> ms {quality === 'good' ? 'clock' : 'clock, poor'}</span>
        </>
      )}
    </Count>
  );
}

function Count({ className = '', children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <li className={`digits whitespace-nowrap text-ink-2 ${className}`}>
      <span>{children}</span>
    </li>
  );
}

function Figure({ children }: { readonly children: ReactNode }) {
  return <span className="font-[760] text-ink">{children}</span>;
}
