import { createContext, use } from 'react';
import type { EndLine } from '../../../domain/model/lines.ts';
import type { EventState, Tap } from '../../../domain/model/state.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { DoneProps } from '../rows/racer-list.tsx';
import { TapButton } from '../taps/tap-button.tsx';
import { hasTimed } from '../taps/use-unsure-taps.ts';
import type { Tap as TimeRacer } from '../taps/timing-button.tsx';
import { DoneCard } from './done-card.tsx';

export interface DoneParts {
  readonly event: EventState;
  readonly deviceId: string;
  readonly pendingIds: ReadonlySet<string>;
  readonly onUndo: (tapId: string) => void;
  readonly onTap: TimeRacer;
}

export const DoneContext = createContext<DoneParts | null>(null);

/** A racer who is held in a list of the board after a tap. */
export function DoneRow({ racer, line }: DoneProps) {
  const parts = use(DoneContext);
  if (parts === null) return null;
  const { entry } = racer;
  const tap = tapOf(racer, line);
  const isOwn = tap !== null && tap.by.deviceId === parts.deviceId;
  return (
    <DoneCard
      entry={entry}
      isPending={tap !== null && parts.pendingIds.has(tap.id)}
      undo={
        isOwn
          ? {
              label: line === 'start' ? `Undo start of ${entry.name}` : `Undo finish of ${entry.name}`,
              run: () => parts.onUndo(tap.id),
            }
          : null
      }
      again={
        hasTimed(parts.event, parts.deviceId, { racerId: entry.racerId, line }) ? null : (
          <TapButton line={line} entry={entry} isDisabled={false} isAgain onTap={parts.onTap} />
        )
      }
    >
      {describeDone(racer, line, parts.event.timeZone)}
    </DoneCard>
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
  if (racer.state === 'inactive') return 'not started';
  return racer.state === 'out' ? racer.status : '';
}
