import { useState } from 'react';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { counted } from '../../../../domain/language.ts';
import { type MarkedRacer, planImport } from '../../../../domain/racers/import/plan.ts';
import { credits as asCredits } from '../../../../domain/units.ts';
import { useNextNumbers } from '../../../event/next-numbers.ts';
import { AddingProgress, type Progress } from '../../../racer-import/adding-progress.tsx';
import { CheckOption } from '../../../ui/check-option.tsx';
import { ColumnChoice } from '../../../racer-import/column-choice.tsx';
import { ImportPreview } from '../../../racer-import/import-preview.tsx';
import { ImportPrice } from '../../../racer-import/import-price.tsx';
import { ListInput } from '../../../racer-import/list-input.tsx';
import { tellNotAdded } from '../../../racer-import/tell-added.ts';
import { ADD_MANY } from './add-many-path.ts';
import { useRacerList, WITHOUT_STARTS } from '../../../racer-import/use-racer-list.ts';
import { withNext } from '../../../session/next-page.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Priced } from '../../../ui/priced.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { RacerActions } from './use-racer-actions.ts';

export interface AddManyDialogProps {
  /** Each person under all their names. */
  readonly names: readonly { readonly id: string; readonly name: string }[];
  readonly credits: number;
  readonly actions: Pick<RacerActions, 'createListed' | 'tellListed'>;
  readonly onClose: () => void;
}

export function AddManyDialog({ names, credits, actions, onClose }: AddManyDialogProps) {
  const draft = useDraft('racers');
  const numbers = useNextNumbers();
  const [withKnown, setWithKnown] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isAdding = progress !== null;

  // While racers are being added the library fills with them, and each would look known.
  const read = useRacerList(WITHOUT_STARTS, draft, isAdding ? undefined : names);
  const { marked } = read;
  const known = marked.filter((racer) => racer.known !== null).length;
  const numbered = marked.filter(({ known: as, bib }) => as === 'library' && bib !== null);
  const inLibrary = marked.filter((racer) => racer.known === 'library').length;
  const plan = planImport(marked, asCredits(credits), withKnown ? 'add' : 'leave');

  async function add(chosen: readonly MarkedRacer[]): Promise<void> {
    const all = chosen.length;
    setProgress({ done: 0, all });
    const { created, failed, commandIds } = await actions.createListed(chosen, (done) => setProgress({ done, all }));
    keepNumbers([...created, ...numbered]);
    if (failed > 0) tellNotAdded();
    else actions.tellListed(commandIds, `${counted(all, 'racer', 'racers')} added.`);
    if (failed === 0 && all === plan.created.length) return discard();
    // Added racers are known now, so the others are left in the list.
    setWithKnown(false);
    setProgress(null);
  }

  function keepNumbers(racers: readonly MarkedRacer[]): void {
    numbers.keep(racers.flatMap(({ racerId, bib }) => (racerId === null || bib === null ? [] : [[racerId, bib]])));
  }

  /** Keeps numbers of a list whose racers are all known: the same riders as last week, with this week's numbers. */
  function keepOnly(): void {
    keepNumbers(numbered);
    showToast(`${counted(numbered.length, 'number', 'numbers')} kept for the next event.`, { tone: 'good' });
    discard();
  }

  function discard(): void {
    draft.discard();
    onClose();
  }

  const isAll = plan.payable === plan.created.length;
  const isForNumbers = plan.created.length === 0 && numbered.length > 0 && !isAdding;
  const label = isAll ? `Add ${counted(plan.payable, 'racer', 'racers')}` : `Add the first ${plan.payable}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add many"
      size="lg"
      footer={
        <>
          {!isAdding && (
            <ImportPrice plan={plan} credits={credits} buyPath={withNext('/buy-credits', `/homepage${ADD_MANY}`)} />
          )}
          <Button onClick={isAdding ? onClose : discard}>{isAdding ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="primary"
            busy={isAdding}
            disabled={plan.payable === 0 && !isAdding && !isForNumbers}
            onClick={() => (isForNumbers ? keepOnly() : void add(plan.created.slice(0, plan.payable)))}
          >
            {isForNumbers ? (
              `Keep ${counted(numbered.length, 'number', 'numbers')}`
            ) : plan.payable === 0 ? (
              label
            ) : (
              <Priced credits={plan.payable * RACER_COST}>{label}</Priced>
            )}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ListInput
          label="Names, one per line"
          hint="Or columns from a spreadsheet or a CSV file, such as number, name, club and category. Paste them here, or drop an .xlsx, .csv or .txt file."
          read={read}
          isReadOnly={isAdding}
        />
        {isAdding ? (
          <AddingProgress progress={progress} />
        ) : (
          <>
            <ColumnChoice read={read} isForLater />
            <div className="empty:hidden">
              {read.hasSeparator && (
                <CheckOption checked={read.wholeLines} onChange={read.setWholeLines}>
                  Don’t split names at commas
                </CheckOption>
              )}
              {inLibrary > 0 && (
                <p className="text-ink-2">
                  {inLibrary === 1
                    ? '1 is in your list already and costs nothing.'
                    : `${inLibrary} are in your list already and cost nothing.`}
                </p>
              )}
              {known > 0 && (
                <CheckOption checked={withKnown} onChange={setWithKnown}>
                  Also add {counted(known, 'name', 'names')} that you have already
                </CheckOption>
              )}
            </div>
            <ImportPreview
              racers={marked}
              faults={read.list.faults}
              describe={({ known: as }) => ({
                text: as === null ? null : as === 'library' ? 'already in your racers' : 'twice in this list',
                isLeftOut: as !== null && !withKnown,
              })}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
