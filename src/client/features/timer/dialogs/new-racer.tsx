import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { hasNamesake } from '../../../../domain/racers/same-name.ts';
import { errors } from '../../../../protocol/errors.ts';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { tellAdded } from '../../../racer-import/tell-added.ts';
import { withNext } from '../../../session/next-page.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { hearAnswer } from '../../../sync/await-answer.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Priced } from '../../../ui/priced.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { enterRacers } from '../../../event/enter-racers.ts';
import { addressOf, ADD_RACERS, type OpenEvent } from '../../../event/event-context.ts';

export interface NewRacerProps {
  readonly open: OpenEvent;
  /** The user's library. */
  /** The names of the library, those of merged racers too. */
  readonly names: readonly { readonly name: string }[];
  /** Null until it is known. */
  readonly credits: number | null;
  /** Called with several lines that were pasted where one name is typed, or with none. */
  readonly onList: (text: string) => void;
}

/** A racer who stands at the start and is not in the library yet: added to the library and to the event at once. */
export function NewRacer({ open, names, credits, onList }: NewRacerProps) {
  const draft = useDraft('new-racer');
  const navigate = useNavigate();
  const { confirm } = useAlert();
  const [name, setName] = useState(() => draft.recall() ?? '');
  const [isBusy, setIsBusy] = useState(false);

  const mayAddAgain = (): Promise<boolean> =>
    confirm({
      title: `You have a racer named ${name.trim()}`,
      message: `Tick the name in the list to add that racer, which costs nothing. Is this another person? A second racer costs ${RACER_COST} credits.`,
      confirmLabel: 'Add another',
      cautious: true,
    });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return void showToast(errors['racer-name-blank'].text, { tone: 'bad' });
    if (credits !== null && credits < RACER_COST) {
      const next = `${addressOf(open)}${ADD_RACERS}`;
      return void showToast(errors['not-enough-credits-for-racer'].text, {
        tone: 'bad',
        action: { label: 'Buy credits', onClick: () => void navigate(withNext('/buy-credits', next)) },
      });
    }
    setIsBusy(true);
    const isWanted = !hasNamesake(names, name) || (await mayAddAgain());
    if (!isWanted) return setIsBusy(false);
    const id = open.sync.makeId();
    const { command } = await open.sync.recordForRacer(id, { type: 'racer.create', name, groups: [] });
    const entered = await enterRacers(open, [{ racerId: id, name, groups: [], bib: null }]);
    setIsBusy(false);
    setName('');
    draft.discard();
    // Not awaited: the next name is typed while the server answers.
    void tellAdded(hearAnswer(open.sync, [command.id, ...entered]), 'Racer added successfully!');
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-3">
      <Field
        label="New racer"
        placeholder="Name"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          draft.keep(event.currentTarget.value);
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (!/[\n\t]/.test(text.trim())) return;
          event.preventDefault();
          onList(text);
        }}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={isBusy}>
        <Priced credits={RACER_COST}>
          Add <span className="sr-only">new racer</span>
        </Priced>
      </Button>
    </form>
  );
}
