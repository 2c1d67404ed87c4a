import { useDeferredValue, useId, useMemo, useState } from 'react';
import { type ListedRacer, markKnown, planImport, readRacerList } from '../../../../domain/racers/import.ts';
import type { Racer } from '../../../../domain/racers/library.ts';
import { credits as asCredits } from '../../../../domain/units.ts';
import { MAX_GROUP_LENGTH, MAX_GROUPS, MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { isStorable } from '../../../../protocol/storable.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { addAll } from './add-all.ts';
import { CheckOption } from './check-option.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportPrice } from './import-price.tsx';
import { counted } from './import-words.ts';
import { ListInput } from './list-input.tsx';
import { findSeparator, readRecords } from './read-records.ts';
import type { RacerActions } from './use-racer-actions.ts';

const RULES = {
  maxNameLength: MAX_NAME_LENGTH,
  maxGroupLength: MAX_GROUP_LENGTH,
  maxGroups: MAX_GROUPS,
  isStorable,
};

export interface AddManyDialogProps {
  readonly racers: readonly Racer[];
  readonly credits: number;
  readonly onAdd: RacerActions['createListed'];
  readonly onClose: () => void;
}

export function AddManyDialog({ racers, credits, onAdd, onClose }: AddManyDialogProps) {
  const [text, setText] = useState('');
  const [withKnown, setWithKnown] = useState(false);
  const [wholeLines, setWholeLines] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isAdding = progress !== null;

  const late = useDeferredValue(text);
  const separator = useMemo(() => findSeparator(late), [late]);
  const list = useMemo(
    () => readRacerList(readRecords(late, wholeLines ? null : separator), RULES),
    [late, separator, wholeLines],
  );
  // While racers are being added the library fills with them, and each would look known.
  const library = useMemo(() => (isAdding ? [] : racers.map(({ name }) => name)), [racers, isAdding]);
  const marked = useMemo(() => markKnown(list.racers, library), [list, library]);
  const known = marked.filter((racer) => racer.known !== null).length;
  const plan = planImport(marked, asCredits(credits), withKnown);

  async function add(chosen: readonly ListedRacer[]): Promise<void> {
    const all = chosen.length;
    setProgress({ done: 0, all });
    const failed = await addAll(
      chosen,
      ({ name, groups }) => onAdd(name, groups),
      (done) => setProgress({ done, all }),
    );
    if (failed.length < all) showToast(`${counted(all - failed.length, 'racer')} added.`, { tone: 'good' });
    if (failed.length > 0) showToast('Error adding racer, please try again.', { tone: 'bad' });
    if (failed.length === 0 && all === plan.racers.length) return onClose();
    // Added racers are known now, so the others are left in the list.
    setWithKnown(false);
    setProgress(null);
  }

  const label =
    plan.payable === plan.racers.length ? `Add ${counted(plan.payable, 'racer')}` : `Add the first ${plan.payable}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add many"
      footer={
        <>
          {!isAdding && <ImportPrice plan={plan} credits={credits} />}
          <Button onClick={onClose}>{isAdding ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="primary"
            busy={isAdding}
            disabled={plan.payable === 0 && !isAdding}
            onClick={() => void add(plan.racers.slice(0, plan.payable))}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ListInput text={text} isReadOnly={isAdding} onChange={setText} />
        {isAdding ? (
          <AddingProgress progress={progress} />
        ) : (
          <>
            <div className="empty:hidden">
              {separator !== null && (
                <CheckOption checked={wholeLines} onChange={setWholeLines}>
                  Each line is one name, commas and all
                </CheckOption>
              )}
              {known > 0 && (
                <CheckOption checked={withKnown} onChange={setWithKnown}>
                  Also add {counted(known, 'name')} that you have already
                </CheckOption>
              )}
            </div>
            <ImportPreview racers={marked} faults={list.faults} withKnown={withKnown} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface Progress {
  readonly done: number;
  readonly all: number;
}

function AddingProgress({ progress: { done, all } }: { readonly progress: Progress }) {
  const id = useId();
  return (
    <div>
      <p id={id} className="digits text-18 font-[720]">
        Adding {done} of {all}
      </p>
      <progress aria-labelledby={id} max={all} value={done} className="mt-2 h-3 w-full accent-ink" />
      <p className="mt-2 text-14 text-ink-2">You may close this; they are added all the same.</p>
    </div>
  );
}
