import { type FormEvent, useRef } from 'react';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import type { RacerActions } from './use-racer-actions.ts';

export interface AddRacerProps {
  readonly credits: number;
  readonly onAdd: RacerActions['create'];
}

export function AddRacer({ credits, onAdd }: AddRacerProps) {
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const field = input.current;
    if (field === null) return;
    const typed = field.value;
    // Emptied at once, so that the next name can be typed and a second Enter adds no racer twice.
    if (typed.trim() !== '') field.value = '';
    const isAdded = await onAdd(typed, credits);
    if (!isAdded && field.value === '') field.value = typed;
    field.focus();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
      <Field
        ref={input}
        label={
          <>
            Racer name <span className="font-normal text-ink-2">costs {RACER_COST} credits</span>
          </>
        }
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        className="min-w-0 flex-1 basis-40"
      />
      <Button type="submit">Add Racer</Button>
    </form>
  );
}
