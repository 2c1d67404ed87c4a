import { type FormEvent, useRef } from 'react';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { hasNamesake } from '../../../../domain/racers/same-name.ts';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Priced } from '../../../ui/priced.tsx';
import type { RacerActions } from './use-racer-actions.ts';

export interface AddRacerProps {
  /** The names of the library, those of merged racers too. */
  readonly names: readonly { readonly name: string }[];
  readonly credits: number;
  readonly onAdd: RacerActions['create'];
}

export function AddRacer({ names, credits, onAdd }: AddRacerProps) {
  const input = useRef<HTMLInputElement>(null);
  const draft = useDraft('racer');
  const { confirm } = useAlert();

  const mayAddAgain = (name: string): Promise<boolean> =>
    confirm({
      title: `You have a racer named ${name.trim()}`,
      message: `A racer rides in as many events as you like. Is this another person? A second racer costs ${RACER_COST} credits.`,
      confirmLabel: 'Add another',
      cautious: true,
    });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const field = input.current;
    if (field === null) return;
    const typed = field.value;
    // Emptied at once, so that the next name can be typed and a second Enter adds no racer twice.
    if (typed.trim() !== '') field.value = '';
    const isWanted = !hasNamesake(names, typed) || (await mayAddAgain(typed));
    const isAdded = isWanted && (await onAdd(typed, credits));
    if (!isAdded && field.value === '') field.value = typed;
    draft.keep(field.value);
    field.focus();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
      <Field
        ref={input}
        label="Racer name"
        defaultValue={draft.recall() ?? ''}
        onChange={(event) => draft.keep(event.target.value)}
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        className="min-w-0 flex-1 basis-40"
      />
      <Button type="submit">
        <Priced credits={RACER_COST}>Add Racer</Priced>
      </Button>
    </form>
  );
}
