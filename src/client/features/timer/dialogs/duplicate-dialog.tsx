import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { EVENT_COST } from '../../../../domain/credits/prices.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { moveToDay } from '../../../../domain/schedule/start-moment.ts';
import { formatIsoDate } from '../../../../domain/timing/local-time.ts';
import { epochMs } from '../../../../domain/units.ts';
import { errors } from '../../../../protocol/errors.ts';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { addressOf, type OpenEvent } from '../../../event/event-context.ts';
import { duplicateEvent } from '../../../event/event-steps.ts';
import { withNext } from '../../../session/next-page.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Priced } from '../../../ui/priced.tsx';

export interface DuplicateDialogProps {
  readonly open: OpenEvent;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onClose: () => void;
}

const WEEK_MS = 7 * 86_400_000;

/** Asked before a copy is charged: it looks like the race that is timed now. */
export function DuplicateDialog({ open, onOpenEvent, onClose }: DuplicateDialogProps) {
  const { event } = open;
  const alerts = useAlert();
  const navigate = useNavigate();
  const form = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [name, setName] = useState(event.name);
  const places = Object.values(event.entries).flatMap(({ racerId, slot, removed, rehearsal }) =>
    slot === undefined || removed || rehearsal ? [] : [{ ...slot, racerId }],
  );
  const times = places.flatMap(({ at }) => at ?? []);
  const first = times.length === 0 ? null : epochMs(Math.min(...times));
  const [day, setDay] = useState(first === null ? '' : formatIsoDate(epochMs(first + WEEK_MS), event.timeZone));
  const slots = first === null ? places : moveToDay(places, first, day, event.timeZone);
  const isBlank = name.trim() === '';
  const isRacing = readResults(event).some(({ state }) => state === 'on-course');

  async function duplicate(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (isBlank || slots === null || isBusy) return;
    setIsBusy(true);
    const onBuy = () => void navigate(withNext('/buy-credits', addressOf(open)));
    await duplicateEvent(open, { name: name.trim(), slots }, alerts, onOpenEvent, onBuy);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Duplicate this event?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy} disabled={isBlank || slots === null}>
            <Priced credits={EVENT_COST}>Duplicate</Priced>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(submitted) => void duplicate(submitted)} className="flex flex-col gap-4">
        <Field
          label="Event name"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          dir="auto"
          autoComplete="off"
          error={isBlank ? errors['event-name-blank'].text : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        {first !== null && (
          <Field
            label="Day of the start list"
            type="date"
            value={day}
            error={slots === null ? 'Choose a day.' : undefined}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
        <p>
          The copy has the same racers and settings, and no times.{' '}
          {isRacing
            ? 'Somebody is on course, so this board stays open: the copy waits under Change Event.'
            : 'It opens at once.'}
        </p>
      </form>
    </Dialog>
  );
}
