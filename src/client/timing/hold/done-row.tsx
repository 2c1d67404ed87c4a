import { memo } from 'react';
import type { EndLine } from '../../../domain/model/lines.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { isSame } from '../../ui/same.ts';
import { TapButton } from '../taps/tap-button.tsx';
import type { Tap as TimeRacer } from '../taps/timing-button.tsx';
import { DoneCard } from './done-card.tsx';

export interface DoneRowProps {
  readonly racer: EntryResult;
  /** The button that was here. */
  readonly line: EndLine;
  readonly sync: SyncClient | null;
  readonly eventId: string;
  readonly timeZone: string;
  readonly isPending: boolean;
  /** The tap of this phone, which can be taken back. */
  readonly own: string | null;
  /** True where this phone has its own time of the racer. */
  readonly isTimed: boolean;
  readonly onTap: TimeRacer;
}

/** A racer who is held in a list of the board after a tap. */
export const DoneRow = memo(function DoneRow(props: DoneRowProps) {
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

function describeDone(racer: EntryResult, line: EndLine, timeZone: string): string {
  if (racer.entry.removed) return 'Removed';
  if (line === 'finish' && racer.duration !== null) return formatDuration(racer.duration, racer.unit);
  const at = line === 'start' ? racer.startTime : racer.finishTime;
  if (at !== null) return formatTimeOfDay(at, timeZone);
  if (racer.state === 'inactive') return 'not started';
  return racer.state === 'out' ? racer.status : '';
}
