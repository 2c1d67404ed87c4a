import type { ReactNode } from 'react';
import { rateClock } from '../../../../../domain/timing/clock-quality.ts';
import type { Counters } from '../../../../../domain/results/lists.ts';
import type { SyncClient } from '../../../../sync/sync-client.ts';
import { useObservable } from '../../../../sync/use-sync.ts';

export interface StatusChipsProps {
  readonly counters: Counters;
  /** Racers with a status, for admins. */
  readonly out?: number;
  readonly watching: number | null;
  /** Null for viewers: none of their times rests on this device's clock. */
  readonly clock: SyncClient['clock'] | null;
}

export function StatusChips({ counters, out = 0, watching, clock }: StatusChipsProps) {
  const { finished, total, onCourse } = counters;
  return (
    <ul aria-label="Counters" className="flex flex-wrap gap-2">
      {clock !== null && <ClockChip clock={clock} />}
      <Chip>
        <span>
          Finished <Figure>{finished}</Figure> / <Figure>{total}</Figure>
          {out > 0 && ` · ${out} out`}
        </span>
      </Chip>
      <Chip>
        <span>
          On course <Figure>{onCourse}</Figure>
        </span>
      </Chip>
      {watching !== null && watching > 0 && (
        <Chip>
          <span>
            <Figure>{watching}</Figure> watching
          </span>
        </Chip>
      )}
    </ul>
  );
}

function ClockChip({ clock }: { readonly clock: SyncClient['clock'] }) {
  const uncertainty = useObservable(clock.quality, null);
  const quality = rateClock(uncertainty);
  const dot = quality === 'good' ? 'bg-good' : 'bg-waiting';
  return (
    <Chip>
      <span aria-hidden className={`mr-2 size-2 rounded-full ${dot}`} />
      {quality === 'unknown' ? (
        'clock not measured yet'
      ) : (
        <span>
          <Figure>±{uncertainty} ms</Figure> {quality === 'good' ? 'clock' : 'clock, poor'}
        </span>
      )}
    </Chip>
  );
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <li className="digits flex min-h-8 items-center whitespace-nowrap rounded-full bg-soft px-3 text-14 text-ink-2">
      {children}
    </li>
  );
}

function Figure({ children }: { readonly children: ReactNode }) {
  return <span className="font-[760] text-ink">{children}</span>;
}
