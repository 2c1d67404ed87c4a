import { useState } from 'react';
import { formatDuration } from '../../../domain/timing/format.ts';
import type { EntryResult, RacerState } from '../../../domain/results/entry-result.ts';
import type { Line } from '../../../domain/model/lines.ts';
import { attemptNow, type EventState, type Tap } from '../../../domain/model/state.ts';
import { racerPagePath } from '../../../protocol/history.ts';
import { readResult } from '../../../domain/results/read-results.ts';
import { arePicturesHere } from '../../pictures/pictures-here.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { OpenEvent } from '../event-context.ts';
import { EntryDetails } from './entry-details.tsx';
import { nameRacer } from '../racer-words.ts';
import { latePart } from '../late-part.tsx';
import { LineTimes } from './line-times.tsx';
import { Penalties } from './penalties.tsx';
import { TimeInDoubt } from '../looks/time-in-doubt.tsx';
import { RacerStatus } from './racer-status.tsx';
import { record, recordWithUndo } from '../record.ts';

const photo = latePart(() => import('./photo-finish.tsx').then((module) => module.PhotoFinish));

export interface RacerDetailsProps {
  readonly open: OpenEvent;
  readonly racerId: string;
  /** Absent: the attempt that is timed now. */
  readonly attempt?: number;
  /** The tap was made for another racer. */
  readonly onGive: (tapId: string) => void;
  readonly onClose: () => void;
}

const states: Readonly<Record<Exclude<RacerState, 'out'>, string>> = {
  inactive: 'Not started',
  'on-course': 'On course',
  finished: 'Finished',
  waiting: 'Finished; waiting for the start time',
  impossible: 'Finished before the start',
};

function describeState(result: EntryResult): string {
  return result.state === 'out' ? result.status : states[result.state];
}

export function RacerDetails({ open, racerId, attempt: of, onGive, onClose }: RacerDetailsProps) {
  const { event } = open;
  const [attempt, setAttempt] = useState(() => of ?? attemptNow(event));
  const entry = event.entries[racerId];
  if (entry === undefined || entry.removed) return <RacerGone open={open} racerId={racerId} onClose={onClose} />;
  const times = readResult(event, entry, attempt);
  const shown = times.duration ?? times.outsideTime;
  const { count } = event.format.attempts;

  function remove(): void {
    const said = `${entry?.name ?? 'Racer'} removed`;
    recordWithUndo(open, said, { type: 'entry.remove', racerId }, { type: 'entry.restore', racerId });
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={nameRacer(entry)}>
      <div className="flex flex-col gap-4">
        {count > 1 && (
          <Choices
            label="Which heat"
            layout="wrap"
            chosen={String(attempt)}
            options={Array.from({ length: count }, (_, index) => ({
              id: String(index + 1),
              label: `Heat ${index + 1}`,
            }))}
            onChoose={(chosen) => setAttempt(Number(chosen))}
          />
        )}
        <div>
          {shown !== null && (
            <p className="digits mb-2 text-44 font-[820] leading-none">{formatDuration(shown, times.unit)}</p>
          )}
          <p className="text-ink-2">
            <bdi>{[describeState(times), ...entry.groups].filter(Boolean).join(' · ')}</bdi>
          </p>
        </div>
        {open.may('time') && <RacerStatus key={`status ${attempt}`} open={open} racer={times} />}
        {times.state === 'impossible' && (
          <Notice tone="bad">The finish is before the start. Correct one of the two, or choose another reading.</Notice>
        )}
        {open.may('time') && <TimeInDoubt open={open} racer={times} />}
        <LineTimes open={open} racerId={racerId} line="start" attempt={attempt} onGive={onGive} />
        {splitLines(event, racerId).map((line) => (
          <LineTimes key={line} open={open} racerId={racerId} line={line} attempt={attempt} onGive={onGive} />
        ))}
        <LineTimes open={open} racerId={racerId} line="finish" attempt={attempt} onGive={onGive} />
        {open.may('time') &&
          finishesSeen(event, racerId, attempt).map((tap) => <photo.Part key={tap.id} {...{ open, tap }} />)}
        {open.may('time') && <Penalties key={attempt} open={open} racer={times} />}
        {open.may('addRacers') && <EntryDetails open={open} entry={entry} />}
        {open.may('delete') && (
          <Link to={racerPagePath(racerId)} className="link inline-flex min-h-11 items-center self-start">
            All results and personal bests
          </Link>
        )}
        {open.may('removeRacers') && (
          <Button variant="quiet" className="-ms-5 self-start text-danger!" onClick={remove}>
            Remove from event
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Finishes of which there may be pictures: this device has some, or a camera made the tap. */
function finishesSeen(event: EventState, racerId: string, attempt: number): readonly Tap[] {
  const isHere = arePicturesHere();
  return Object.values(event.taps).filter(
    (tap) =>
      tap.racerId === racerId &&
      tap.line === 'finish' &&
      tap.attempt === attempt &&
      !tap.undone &&
      (isHere || tap.seen !== undefined),
  );
}

/** The points where the racer was seen, or seen and taken back. */
function splitLines({ splits, taps }: EventState, racerId: string): readonly Line[] {
  const seen = new Set(Object.values(taps).flatMap((tap) => (tap.racerId === racerId ? [tap.line] : [])));
  return splits.filter((line) => seen.has(line));
}

/** The racer was removed meanwhile, perhaps on another phone. */
function RacerGone({ open, racerId, onClose }: Omit<RacerDetailsProps, 'onGive' | 'attempt'>) {
  const entry = open.event.entries[racerId];
  return (
    <Dialog
      open
      onClose={onClose}
      title={entry?.name ?? 'Racer'}
      footer={
        entry !== undefined &&
        open.may('removeRacers') && (
          <Button variant="primary" onClick={() => record(open, { type: 'entry.restore', racerId })}>
            Bring back
          </Button>
        )
      }
    >
      <p className="text-ink-2">This racer isn’t in the event any more. All their times stay.</p>
    </Dialog>
  );
}
