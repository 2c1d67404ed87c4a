import { plural } from '../../../../domain/language.ts';
import { useState } from 'react';
import { numberRacers } from '../../../../domain/schedule/number-racers.ts';
import type { Starter } from '../../../../domain/schedule/order.ts';
import { CheckOption } from '../../../ui/check-option.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import type { StartListActions } from './use-start-list.ts';

export interface NumbersDialogProps {
  readonly starters: readonly Starter[];
  readonly actions: StartListActions;
  readonly onClose: () => void;
}

export function NumbersDialog({ starters, actions, onClose }: NumbersDialogProps) {
  const [from, setFrom] = useState('1');
  const [perGroup, setPerGroup] = useState(false);
  const hasNumbers = starters.some(({ bib }) => bib !== null);
  const [keeps, setKeeps] = useState(hasNumbers);
  const numbered = numberRacers(starters, { from: /^\d{1,6}$/.test(from) ? Number(from) : NaN, perGroup, keeps });
  const bibs = numbered.ok ? numbered.value : [];
  const names = new Map(starters.map(({ racerId, name }) => [racerId, name]));

  return (
    <Dialog
      open
      onClose={onClose}
      title="Numbers"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={bibs.length === 0}
            onClick={() => {
              actions.number(bibs, plural(bibs.length, '1 number given', `${bibs.length} numbers given`));
              onClose();
            }}
          >
            Give {plural(bibs.length, '1 number', `${bibs.length} numbers`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <Field
          label="First number"
          inputMode="numeric"
          value={from}
          error={numbered.ok ? undefined : 'Type a whole number, with room for everyone up to 999999.'}
          onChange={(event) => setFrom(event.currentTarget.value.trim())}
        />
        <CheckOption checked={perGroup} onChange={setPerGroup}>
          A hundred for each group: 1, 101, 201
        </CheckOption>
        {hasNumbers && (
          <CheckOption checked={keeps} onChange={setKeeps}>
            Racers who have a number keep it
          </CheckOption>
        )}
        <ol aria-label="Preview" className="mt-2 divide-y divide-line">
          {bibs.slice(0, 6).map(({ racerId, bib }) => (
            <li key={racerId} className="flex min-h-10 items-center gap-3">
              <span className="digits w-14 text-end text-18 font-[720]">{bib}</span>
              <bdi className="truncate">{names.get(racerId)}</bdi>
            </li>
          ))}
          {bibs.length > 6 && <li className="py-2 text-14 text-ink-2">and {bibs.length - 6} more</li>}
        </ol>
        {bibs.length === 0 && numbered.ok && <p className="text-ink-2">Everyone has a number already.</p>}
      </div>
    </Dialog>
  );
}
