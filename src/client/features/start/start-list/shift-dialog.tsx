import { plural } from '../../../../domain/language.ts';
import { useState } from 'react';
import type { Starter } from '../../../../domain/schedule/order.ts';
import { readInterval } from '../../../../domain/schedule/spread.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { durationMs, type EpochMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { StartListActions } from './use-start-list.ts';

export interface ShiftDialogProps {
  readonly starter: Starter & { readonly at: EpochMs };
  readonly starters: readonly Starter[];
  readonly timeZone: string;
  readonly actions: StartListActions;
  readonly onClose: () => void;
}

/** Everybody from one racer on: a delay at the start, or time made up. */
export function ShiftDialog({ starter, starters, timeZone, actions, onClose }: ShiftDialogProps) {
  const [text, setText] = useState('60');
  const [direction, setDirection] = useState('later');
  const by = readInterval(text);
  const count = starters.filter(({ at }) => at !== null && at >= starter.at).length;
  const before = Math.max(...starters.flatMap(({ at }) => (at !== null && at < starter.at ? at : [])));
  const ms = by === null ? null : durationMs(direction === 'later' ? by : -by);
  const to = ms === null ? null : ((starter.at + ms) as EpochMs);
  // Racers from here on would stand among those before them, and a second shift could not tell them apart.
  const overtakes = to !== null && to <= before;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Move start times"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!ms || overtakes}
            onClick={() => {
              if (ms) actions.shift(starter.at, ms);
              onClose();
            }}
          >
            Move {plural(count, '1 start', `${count} starts`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          <bdi className="font-[650]">{starter.name}</bdi> and everyone after.
        </p>
        <div className="flex gap-3">
          <Field
            label="Seconds, or 1:30"
            value={text}
            error={by ? undefined : 'Type seconds, or minutes and seconds like 1:30.'}
            onChange={(event) => setText(event.currentTarget.value)}
            className="min-w-0 flex-1"
          />
          <SelectField
            label="Direction"
            value={direction}
            options={[
              { value: 'later', label: 'Later' },
              { value: 'earlier', label: 'Earlier' },
            ]}
            onChange={setDirection}
            className="min-w-0 flex-1"
          />
        </div>
        {to !== null && (
          <p role="status" className="digits">
            {overtakes
              ? 'That’s earlier than the racer in front. Choose a smaller change.'
              : `${formatTimeOfDay(starter.at, timeZone)} becomes ${formatTimeOfDay(to, timeZone)}.`}
          </p>
        )}
      </div>
    </Dialog>
  );
}
