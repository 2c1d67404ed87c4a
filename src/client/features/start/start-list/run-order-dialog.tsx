import { type FormEvent, useId, useState } from 'react';
import { attemptNow } from '../../../../domain/model/state.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { orderByRun, type Starter } from '../../../../domain/schedule/order.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import type { StartListActions } from './use-start-list.ts';

export interface RunOrderDialogProps {
  readonly open: OpenEvent;
  readonly starters: readonly Starter[];
  readonly actions: StartListActions;
  readonly onClose: () => void;
}

/** As many are turned round in alpine skiing. */
const USUAL = '30';

/** The start order of this run by the times of the one before. */
export function RunOrderDialog({ open: { event }, starters, actions, onClose }: RunOrderDialogProps) {
  const form = useId();
  const before = attemptNow(event) - 1;
  const [kind, setKind] = useState<'some' | 'all'>('some');
  const [typed, setTyped] = useState(USUAL);
  const times = new Map(
    readResults(event, before).flatMap(({ entry, duration }) => (duration === null ? [] : [[entry.racerId, duration]])),
  );
  const count = kind === 'all' ? times.size : Number(typed);
  const isWrong = kind === 'some' && !(Number.isInteger(count) && count >= 1 && count <= 1000);

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    if (isWrong) return;
    const said = kind === 'all' ? `Fastest of heat ${before} last` : `Best ${count} of heat ${before} in reverse`;
    actions.reorder(orderByRun(starters, times, count), said);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Order by heat ${before}`}
      footer={
        times.size > 0 && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={form} variant="primary" disabled={isWrong}>
              Order the list
            </Button>
          </>
        )
      }
    >
      {times.size === 0 ? (
        <EmptyState title={`Nobody has a time in heat ${before}`}>
          The order comes from the times of that heat.
        </EmptyState>
      ) : (
        <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Choices
            label="How to make the order"
            layout="fill"
            chosen={kind}
            options={[
              { id: 'some', label: 'Reverse the top' },
              { id: 'all', label: 'Fastest last' },
            ]}
            onChoose={setKind}
          />
          {kind === 'some' && (
            <Field
              label="How many to reverse"
              inputMode="numeric"
              className="digits"
              maxLength={4}
              value={typed}
              autoComplete="off"
              hint="The fastest of these starts last of the group. Everyone slower follows in order of time."
              error={isWrong && 'Type a number from 1 to 1000.'}
              onChange={(change) => setTyped(change.currentTarget.value)}
            />
          )}
          <p className="text-14 text-ink-2">Racers without a time in heat {before} come at the end.</p>
        </form>
      )}
    </Dialog>
  );
}
