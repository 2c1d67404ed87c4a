import { type FormEvent, useState } from 'react';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { errors } from '../../../../protocol/errors.ts';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { OpenEvent } from '../event-context.ts';
import { addRacers, tellRefusal } from './add-racers.ts';
import { hearRefusal } from './await-answer.ts';

export interface NewRacerProps {
  readonly open: OpenEvent;
  /** Null until it is known. */
  readonly credits: number | null;
}

/** A racer who stands at the start and is not in the library yet: added to the library and to the event at once. */
export function NewRacer({ open, credits }: NewRacerProps) {
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return void showToast(errors['racer-name-blank'].text, { tone: 'bad' });
    if (credits !== null && credits < RACER_COST) {
      return void showToast(errors['not-enough-credits-for-racer'].text, { tone: 'bad' });
    }
    setIsBusy(true);
    const id = open.sync.makeId();
    const { command } = await open.sync.recordForRacer(id, { type: 'racer.create', name, groups: [] });
    hearRefusal(open.sync.status, command.id, tellRefusal);
    await addRacers(open, [{ id, name, groups: [] }]);
    setIsBusy(false);
    setName('');
    showToast('Racer added successfully!', { tone: 'good' });
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-3">
      <Field
        label={`New racer (${RACER_COST} credits)`}
        placeholder="Name"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={isBusy} aria-label="Add new racer">
        Add
      </Button>
    </form>
  );
}
