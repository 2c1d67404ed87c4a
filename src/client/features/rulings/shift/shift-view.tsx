import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import { counted } from '../../../../domain/language.ts';
import { findTaps, previewMove } from '../../../../domain/events/move-taps.ts';
import { formatAmount } from '../../../../domain/timing/amount.ts';
import { MAX_NAMED_PER_COMMAND } from '../../../../protocol/limits.ts';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import { AmountField, readAmount } from '../../../event/racer/amount-field.tsx';
import { ReasonField } from '../../../event/racer/reason-field.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { anyTap, listDevices, listLines, listRacers, readFields, type ShiftFields } from './shift-choices.ts';
import { ShiftPreview } from './shift-preview.tsx';
import { ShiftsDone } from './shifts-done.tsx';
import { record } from '../../../event/record.ts';

/** Moves the times of a phone whose clock was wrong, or of a wave that left late. */
export function ShiftView({ open }: TimerViewProps) {
  const { event } = open;
  return (
    <>
      {Object.keys(event.taps).length === 0 ? (
        <EmptyState title="No times yet">
          Once there are times, you can move those of a phone with a wrong clock here together.
        </EmptyState>
      ) : (
        <ShiftForm open={open} />
      )}
      <ShiftsDone open={open} />
    </>
  );
}

const WRONG_TIME = 'Type it as HH:MM:SS, for example 18:31:07.';

function ShiftForm({ open }: { readonly open: OpenEvent }) {
  const { event } = open;
  const [fields, setFields] = useState(anyTap);
  const [direction, setDirection] = useState<'earlier' | 'later'>('earlier');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const change = (changed: Partial<ShiftFields>) => setFields((before) => ({ ...before, ...changed }));

  const calmFields = useDeferredValue(fields);
  const { choice, wrong } = useMemo(() => readFields(calmFields, event), [calmFields, event]);
  const taps = useMemo(() => findTaps(event, choice), [event, choice]);
  const amount = readAmount(text, direction === 'later' ? 1 : -1);
  const results = useMemo(() => (amount === null ? [] : previewMove(event, taps, amount)), [event, taps, amount]);
  const isTooMany = taps.length > MAX_NAMED_PER_COMMAND;
  const many = counted(taps.length, 'time', 'times');

  async function submit(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    setIsAsked(true);
    if (amount === null || wrong.size > 0 || taps.length === 0 || isTooMany) return;
    const tapIds = taps.map(({ id }) => id);
    const step = { type: 'taps.shift', tapIds, ms: amount, reason } as const;
    const { command } = await open.sync.recordForEvent(open.eventId, step);
    setText('');
    setReason('');
    setIsAsked(false);
    const undo = () => record(open, { type: 'shift.undo', shiftId: command.id });
    showUndo({ message: `${many} moved by ${formatAmount(amount)}`, undo });
  }

  const any = (label: string) => ({ value: '', label });
  const racers = listRacers(event);
  return (
    <form noValidate aria-label="Move times" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-ink-2">For a phone whose clock was wrong, or a wave that left late.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Timed by"
          value={fields.deviceId}
          options={[any('Any phone'), ...listDevices(open)]}
          onChange={(deviceId) => change({ deviceId })}
        />
        <SelectField
          label="Timed at"
          value={fields.line}
          options={[any('Any line'), ...listLines(event)]}
          onChange={(line) => change({ line })}
        />
        {racers.length > 0 && (
          <SelectField
            label="Racers"
            className="sm:col-span-2"
            value={fields.racers}
            options={[any('Everyone'), ...racers]}
            onChange={(value) => change({ racers: value })}
          />
        )}
        <Field
          label="From"
          optional
          placeholder="18:30:00"
          className="digits"
          value={fields.from}
          autoComplete="off"
          error={wrong.has('from') && WRONG_TIME}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <Field
          label="To"
          optional
          placeholder="19:00:00"
          className="digits"
          value={fields.to}
          autoComplete="off"
          error={wrong.has('to') && WRONG_TIME}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </div>
      <Choices
        label="Direction"
        layout="fill"
        chosen={direction}
        options={[
          { id: 'earlier', label: '− Earlier' },
          { id: 'later', label: '+ Later' },
        ]}
        onChoose={setDirection}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField label="By" text={text} isWrong={isAsked && amount === null} onText={setText} />
        <ReasonField reason={reason} onReason={setReason} placeholder="Clock of the finish phone was ahead" />
      </div>
      <ShiftPreview count={taps.length} amount={amount} results={results} isTooMany={isTooMany} />
      <ActionBar>
        <Button type="submit" variant="primary" size="lg" disabled={taps.length === 0 || isTooMany} className="digits">
          {amount === null ? `Move ${many}` : `Move ${many} by ${formatAmount(amount)}`}
        </Button>
      </ActionBar>
    </form>
  );
}
