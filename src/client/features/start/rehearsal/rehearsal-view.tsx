import { counted } from '../../../../domain/language.ts';
import { useState } from 'react';
import { errors } from '../../../../protocol/errors.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';

const MADE_UP = 5;

/** A rehearsal on the real event: its taps and made-up racers are wiped when the race begins. */
export function RehearsalView({ open, onClose }: TimerViewProps) {
  const { event, eventId, sync } = open;
  const alerts = useAlert();
  const [isAsking, setIsAsking] = useState(false);
  const isRehearsing = event.rehearsal !== null;
  const hasBegun = !isRehearsing && Object.keys(event.counting).length > 0;
  const madeUp = Object.values(event.entries).filter(({ rehearsal }) => rehearsal).length;
  const taps = isRehearsing
    ? Object.keys(event.taps).filter((tapId) => event.rehearsal!.taps[tapId] === undefined).length
    : 0;

  const begin = () => sync.recordForEvent(eventId, { type: 'rehearsal.begin' });

  async function addRacers() {
    const racers = Array.from({ length: MADE_UP }, (_, index) => ({
      racerId: sync.makeId(),
      name: `Rehearsal ${madeUp + index + 1}`,
      groups: [],
      bib: null,
      rehearsal: true as const,
    }));
    await sync.recordForEvent(eventId, { type: 'entries.add', racers });
  }

  async function end(keeps: boolean) {
    setIsAsking(false);
    await sync.recordForEvent(eventId, { type: 'rehearsal.end', keeps });
    showToast(keeps ? 'The times stay. This is the race.' : 'Rehearsal deleted. The race can begin.', {
      tone: 'good',
    });
    onClose();
  }

  async function askAndKeep() {
    const isSure = await alerts.confirm({
      title: 'Keep the times?',
      message: `Keep ${counted(taps, 'time', 'times')} of this rehearsal as the race? Made-up racers go either way.`,
      confirmLabel: 'Keep the times',
    });
    if (isSure) await end(true);
  }

  return (
    <>
      {isRehearsing ? (
        <>
          <Notice tone="info">
            A rehearsal is going on. Everyone taps and watches as in the race, and nothing of it reaches a result.
          </Notice>
          <p className="digits text-18">
            {counted(taps, 'tap', 'taps')} and {counted(madeUp, 'made-up racer', 'made-up racers')} so far.
          </p>
          <Button size="lg" onClick={() => void addRacers()}>
            Add {MADE_UP} made-up racers, free
          </Button>
          <Button size="lg" onClick={onClose}>
            Rehearse on the board
          </Button>
          {isAsking ? (
            <div className="flex flex-col gap-3 rounded-card border border-line p-4">
              <p>
                This deletes rehearsal times and made-up racers from the board and the results. They stay in the
                history.
              </p>
              <Button size="lg" variant="primary" onClick={() => void end(false)}>
                Delete the rehearsal
              </Button>
              <Button size="lg" onClick={() => setIsAsking(false)}>
                Not yet
              </Button>
            </div>
          ) : (
            <Button size="lg" variant="primary" onClick={() => setIsAsking(true)}>
              Delete it and begin the race
            </Button>
          )}
          {taps > 0 && (
            <Button variant="quiet" onClick={() => void askAndKeep()}>
              It was the race: keep the times
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="text-18 text-ink-2">
            Try everything on the real event, with the real phones. Practise Start, Finish, splits, the links and no
            signal. When the race begins, we delete the taps. It costs nothing.
          </p>
          {hasBegun && <Notice tone="info">{errors['race-has-begun'].text}</Notice>}
          {!open.may('configure') && <Notice tone="info">Only the owner of the event can begin a rehearsal.</Notice>}
          <Button
            size="lg"
            variant="primary"
            disabled={hasBegun || !open.may('configure')}
            onClick={() => void begin()}
          >
            Begin a rehearsal
          </Button>
        </>
      )}
    </>
  );
}
