import { useState } from 'react';
import type { Stop } from '../../../../domain/model/state.ts';
import { firstHeldUp } from '../../../../domain/schedule/held-up.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { parseTimeOfDay } from '../../../../domain/timing/parse-time.ts';
import { durationMs, epochMs } from '../../../../domain/units.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { Field } from '../../../ui/field.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';

const HALF_A_MINUTE = 30_000;

/** Lets the race go on: by how much those who wait start later. */
export function GoOn({ open, stop }: { readonly open: OpenEvent; readonly stop: Stop }) {
  const { event, sync, eventId } = open;
  const { timeZone } = event;
  const first = firstHeldUp(event, stop);
  const [by, setBy] = useState<'length' | 'time'>('length');
  /** Shift that is proposed: as long as the race stood still, in whole half minutes, because start lists are read aloud. */
  const length = () => Math.ceil((sync.clock.now() - stop.from) / HALF_A_MINUTE) * HALF_A_MINUTE;
  const [text, setText] = useState(() => (first === null ? '' : formatTimeOfDay(epochMs(first + length()), timeZone)));
  const wanted = /^\d\d:\d\d$/.test(text) ? `${text}:00` : text;
  const typed = first === null ? null : parseTimeOfDay(wanted, timeZone, sync.clock.now());
  const at = typed?.ok === true ? typed.value : null;

  async function goOn(): Promise<void> {
    const ms = first === null ? 0 : by === 'length' ? length() : at! - first;
    const { command } = await sync.recordForEvent(eventId, {
      type: 'race.resume',
      stopId: stop.id,
      ms: durationMs(ms),
    });
    showUndo({
      message: 'The race resumes',
      undo: () => void sync.recordForEvent(eventId, { type: 'race.stop', undoes: command.id }),
    });
  }

  return (
    <section aria-label="Go on" className="flex flex-col gap-3">
      {first !== null && (
        <>
          <p>Racers who haven’t started get new start times:</p>
          <Choices
            label="New start times"
            layout="wrap"
            chosen={by}
            options={[
              { id: 'length', label: 'Later by the length of the stop' },
              { id: 'time', label: 'Choose the first start' },
            ]}
            onChoose={setBy}
          />
          {by === 'time' && (
            <Field
              label="First start"
              type="time"
              step={1}
              value={text}
              error={at === null ? 'Type a time like 18:30:00.' : undefined}
              onChange={(change) => setText(change.currentTarget.value)}
            />
          )}
        </>
      )}
      <Button
        size="lg"
        variant="primary"
        disabled={by === 'time' && first !== null && at === null}
        onClick={() => void goOn()}
      >
        Resume the race
      </Button>
    </section>
  );
}
