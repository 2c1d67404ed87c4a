import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { EVENT_COST } from '../../../../domain/credits/prices.ts';
import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import type { GivenSlot } from '../../../../domain/model/changes.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { moveToDay } from '../../../../domain/schedule/start-moment.ts';
import { formatIsoDate } from '../../../../domain/timing/local-time.ts';
import { epochMs } from '../../../../domain/units.ts';
import { errors } from '../../../../protocol/errors.ts';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { addressOf, type OpenEvent } from '../../../event/event-context.ts';
import { mayPayForEvent } from '../../../event/event-steps.ts';
import { recordAndHear } from '../../../event/await-answer.ts';
import { split } from '../../../event/command-parts.ts';
import { withNext } from '../../../session/next-page.ts';
import { hearAnswer } from '../../../sync/await-answer.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Priced } from '../../../ui/priced.tsx';
import { showToast } from '../../../ui/toast.tsx';

export interface DuplicateDialogProps {
  readonly open: OpenEvent;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onClose: () => void;
}

const WEEK_MS = 7 * 86_400_000;

/** Asked before a copy is charged: it looks like the race that is timed now. */
export function DuplicateDialog({ open, onOpenEvent, onClose }: DuplicateDialogProps) {
  const { sync, event } = open;
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
    if (await mayPayForEvent(sync, alerts, onBuy)) await copy(slots);
    onClose();
  }

  async function copy(given: readonly GivenSlot[]): Promise<void> {
    const copyId = sync.makeId();
    const onOpen = () => onOpenEvent(copyId);
    try {
      const outcome = await recordAndHear(sync, copyId, { type: 'event.duplicate', sourceId: open.eventId });
      if (outcome.kind === 'refused') return void showToast('Failed to duplicate event.', { tone: 'bad' });
      const later: string[] = [];
      const record = async (body: EventCommandBody) =>
        void later.push((await sync.recordForEvent(copyId, body)).command.id);
      await record({ type: 'event.rename', name: name.trim() });
      for (const part of split(given)) await record({ type: 'schedule.set', slots: part });
      const heard = await hearAnswer(sync, later);
      if (heard.kind === 'refused') {
        await alerts.alert(`You have the copy, without its new name or day. ${errors[heard.code].text}`);
      }
      // In the middle of a race the next tap belongs to this event.
      const action = isRacing ? { action: { label: 'Open the copy', onClick: onOpen } } : {};
      showToast('Event duplicated successfully!', { tone: 'good', ...action });
      if (!isRacing) onOpen();
    } catch (error) {
      console.warn('The copy could not be recorded.', error);
      showToast('Failed to duplicate event.', { tone: 'bad' });
    }
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
            ? 'Someone is on course, so this board stays open. The copy waits under Change Event.'
            : 'It opens at once.'}
        </p>
      </form>
    </Dialog>
  );
}
