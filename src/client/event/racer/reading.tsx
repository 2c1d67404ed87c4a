import { describeFilled } from '../../../domain/events/describe-readings.ts';
import { type Tap, timeOf } from '../../../domain/model/state.ts';
import { word } from '../../../domain/language.ts';
import { tapUncertainty } from '../../../domain/results/uncertainty.ts';
import { UNMEASURED } from '../../../domain/timing/place-reading.ts';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import type { OpenEvent } from '../event-context.ts';
import { nameAuthor } from '../author.ts';

export interface ReadingProps {
  readonly open: OpenEvent;
  readonly tap: Tap;
  /** The counting tap. */
  readonly isMain?: boolean;
  readonly difference?: string | null;
}

const notes = { late: 'sent later', ahead: 'from a phone whose clock was fast' } as const;

/** A reading: its time to the millisecond, its uncertainty, and its author. */
export function Reading({ open, tap, isMain = false, difference = null }: ReadingProps) {
  const { timeZone } = open.event;
  const isCorrected = tap.corrected !== null;
  const uncertainty = tapUncertainty(tap);
  // No clock vouches for a time that was typed in.
  const isByHand = uncertainty === null;
  const doubt = isByHand ? null : uncertainty < UNMEASURED ? `± ${uncertainty} ms` : 'by an unmeasured clock';
  const author = nameAuthor(tap.by, open);
  const about = [
    difference,
    isCorrected && !isByHand ? `${word('measured')} ${formatExactTime(tap.placed.at, timeZone)} ${doubt}` : doubt,
    tap.filled === undefined ? null : describeFilled(tap.filled),
    tap.note === null ? null : notes[tap.note],
    open.shown.pendingIds.has(tap.id) ? 'waiting to be sent' : null,
  ].filter((part) => part !== null);
  return (
    <div className="min-w-40 flex-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <span
          className={`digits font-[720] ${isMain ? 'text-24' : 'text-18'} ${tap.undone ? 'text-ink-2 line-through' : ''}`}
        >
          {formatExactTime(timeOf(tap), timeZone)}
        </span>
        {tap.seen !== undefined && !isCorrected && (
          <span className="rounded-bib bg-soft px-2 py-0.5 text-13 font-[650] text-waiting-ink">by camera</span>
        )}
        {(isCorrected || isByHand) && (
          <span className="rounded-bib bg-soft px-2 py-0.5 text-13 font-[650] text-waiting-ink">
            {tap.filled !== undefined ? 'filled' : isByHand ? 'by hand' : 'corrected'}
          </span>
        )}
      </p>
      <p className="digits text-14 text-ink-2">
        {about.join(' · ')}
        {author !== '' && (
          <>
            {' · '}
            <bdi>{author}</bdi>
          </>
        )}
      </p>
    </div>
  );
}
