import { createContext, memo, use } from 'react';
import type { EndLine } from '../../../domain/model/lines.ts';
import type { EventState, Tap } from '../../../domain/model/state.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { isSame } from '../../ui/same.ts';
import type { DoneProps } from '../rows/racer-list.tsx';
import { TapButton } from '../taps/tap-button.tsx';
import { hasTimed } from '../taps/use-unsure-taps.ts';
import type { Tap as TimeRacer } from '../taps/timing-button.tsx';
import { DoneCard } from './done-card.tsx';

export interface DoneParts {
  readonly event: EventState;
  readonly sync: SyncClient | null;
  readonly pendingIds: ReadonlySet<string>;
  readonly onTap: TimeRacer;
}

export const DoneContext = createContext<DoneParts | null>(null);

/** A racer who is held in a list of the board after a tap. */
export function DoneRow({ racer, line }: DoneProps) {
  const parts = use(DoneContext);
  if (parts === null) return null;
  const { event, sync, pendingIds, onTap } = parts;
  const deviceId = sync?.deviceId() ?? '';
  const tap = tapOf(racer, line);
  return (
    <DrawnDone
      {...{ racer, line, sync, onTap }}
      eventId={event.id}
      timeZone={event.timeZone}
      isPending={tap !== null && pendingIds.has(tap.id)}
      own={tap?.by.deviceId === deviceId ? tap.id : null}
      isTimed={hasTimed(event, deviceId, { racerId: racer.entry.racerId, line })}
    />
  );
}

interface DrawnDoneProps extends DoneProps, Pick<DoneParts, 'sync' | 'onTap'> {
  readonly eventId: string;
  readonly timeZone: string;
  readonly isPending: boolean;
  /** The tap of this phone, which can be taken back. */
  readonly own: string | null;
  /** This phone has its own time. */
  readonly isTimed: boolean;
}

const DrawnDone = memo(function DrawnDone(props: DrawnDoneProps) {
  const { racer, line, sync, onTap, eventId, timeZone, isPending, own, isTimed } = props;
  const { entry } = racer;
  return (
    <DoneCard
      entry={entry}
      isPending={isPending}
      undo={
        own === null
          ? null
          : {
              label: line === 'start' ? `Undo start of ${entry.name}` : `Undo finish of ${entry.name}`,
              run: () => void sync?.recordForEvent(eventId, { type: 'tap.undo', tapId: own }),
            }
      }
      again={isTimed ? null : <TapButton line={line} entry={entry} isDisabled={false} isAgain onTap={onTap} />}
    >
      {describeDone(racer, line, timeZone)}
    </DoneCard>
  );
}, isSame);

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
