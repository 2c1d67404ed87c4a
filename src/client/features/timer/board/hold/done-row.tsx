import { createContext, use } from 'react';
import type { EndLine, Tap } from '../../../../../domain/events/state.ts';
import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import { formatDuration } from '../../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../../domain/timing/local-time.ts';
import { CheckIcon } from '../../../../ui/icons.tsx';
import { PendingMark } from '../rows/pending-mark.tsx';
import { Bib } from '../rows/racer-card.tsx';
import type { DoneProps } from '../rows/racer-list.tsx';

export interface DoneParts {
  readonly timeZone: string;
  readonly deviceId: string;
  readonly pendingIds: ReadonlySet<string>;
  readonly onUndo: (tapId: string) => void;
}

export const DoneContext = createContext<DoneParts | null>(null);

/**
 * A racer who has just left the list. Where the button was there is nothing to press: a second tap out of habit must not
 * take back the first.
 */
export function DoneRow({ racer, line }: DoneProps) {
  const parts = use(DoneContext);
  if (parts === null) return null;
  const { entry } = racer;
  const tap = tapOf(racer, line);
  const isOwn = tap !== null && tap.by.deviceId === parts.deviceId;
  return (
    <>
      <div data-done className="flex h-16 min-w-0 flex-1 items-center gap-3">
        <Bib bib={entry.bib} />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate text-16 font-[650] text-ink-2">
            {entry.name}
          </p>
          <p className="digits flex items-center text-14 leading-5 text-ink-2">
            {tap !== null && parts.pendingIds.has(tap.id) && <PendingMark />}
            <span aria-hidden className="mr-1 font-[760] text-good">
              ✓
            </span>
            <span className="font-[650] text-ink">{describeDone(racer, line, parts.timeZone)}</span>
            {isOwn && (
              <>
                <span aria-hidden className="mx-1.5">
                  ·
                </span>
                <button
                  type="button"
                  aria-label={`Undo ${line} of ${entry.name}`}
                  onClick={() => parts.onUndo(tap.id)}
                  className="-my-3 flex min-h-11 min-w-14 items-center px-1 font-[720] text-ink underline underline-offset-4"
                >
                  Undo
                </button>
              </>
            )}
          </p>
        </div>
      </div>
      <div className="flex h-16 w-27 shrink-0 items-center justify-center rounded-button bg-soft text-good">
        <CheckIcon className="size-6" />
      </div>
    </>
  );
}

function tapOf({ start, finish }: EntryResult, line: EndLine): Tap | null {
  return line === 'start' ? start : finish;
}

function describeDone(racer: EntryResult, line: EndLine, timeZone: string): string {
  if (racer.entry.removed) return 'Removed';
  if (line === 'finish' && racer.duration !== null) return formatDuration(racer.duration);
  const at = line === 'start' ? racer.startTime : racer.finishTime;
  if (at !== null) return formatTimeOfDay(at, timeZone);
  return racer.state === 'out' ? racer.status : '';
}
