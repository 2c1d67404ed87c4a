import { useMemo, useState } from 'react';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { counted } from '../../../../domain/language.ts';
import { type ColumnKind, columnKinds } from '../../../../domain/racers/import/column-words.ts';
import { type MarkedRacer, markKnown, planImport } from '../../../../domain/racers/import/plan.ts';
import type { Racer } from '../../../../domain/racers/library.ts';
import { credits as asCredits } from '../../../../domain/units.ts';
import { addAll } from '../../../racer-import/add-all.ts';
import { AddingProgress, type Progress } from '../../../racer-import/adding-progress.tsx';
import { CheckOption } from '../../../ui/check-option.tsx';
import { ColumnChoice } from '../../../racer-import/column-choice.tsx';
import { ImportPreview } from '../../../racer-import/import-preview.tsx';
import { ImportPrice } from '../../../racer-import/import-price.tsx';
import { ListInput } from '../../../racer-import/list-input.tsx';
import { tellNotAdded } from '../../../racer-import/tell-added.ts';
import { ADD_MANY } from './add-many-path.ts';
import { useRacerList } from '../../../racer-import/use-racer-list.ts';
import { withNext } from '../../../session/next-page.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Priced } from '../../../ui/priced.tsx';
import type { RacerActions } from './use-racer-actions.ts';

/** Numbers and start times belong to an event: the library leaves them out. */
const WANTED: ReadonlySet<ColumnKind> = new Set(columnKinds.filter((kind) => kind !== 'number' && kind !== 'start'));

export interface AddManyDialogProps {
  readonly racers: readonly Racer[];
  readonly credits: number;
  readonly actions: Pick<RacerActions, 'createListed' | 'tellListed'>;
  readonly onClose: () => void;
}

const NOBODY: readonly Racer[] = [];

export function AddManyDialog({ racers, credits, actions, onClose }: AddManyDialogProps) {
  const draft = useDraft('racers');
  const read = useRacerList(WANTED, draft);
  const [withKnown, setWithKnown] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isAdding = progress !== null;

  // While racers are being added the library fills with them, and each would look known.
  const library = isAdding ? NOBODY : racers;
  const marked = useMemo(() => markKnown(read.list.racers, library), [read.list, library]);
  const known = marked.filter((racer) => racer.known !== null).length;
  const inLibrary = marked.filter((racer) => racer.known === 'library').length;
  const plan = planImport(marked, asCredits(credits), withKnown ? 'add' : 'leave');

  async function add(chosen: readonly MarkedRacer[]): Promise<void> {
    const all = chosen.length;
    const commandIds: string[] = [];
    setProgress({ done: 0, all });
    const failed = await addAll(
      chosen,
      async ({ name, groups, details }) => void commandIds.push(await actions.createListed(name, groups, details)),
      (done) => setProgress({ done, all }),
    );
    if (failed.length > 0) tellNotAdded();
    else actions.tellListed(commandIds, `${counted(all, 'racer', 'racers')} added.`);
    if (failed.length === 0 && all === plan.created.length) return discard();
    // Added racers are known now, so the others are left in the list.
    setWithKnown(false);
    setProgress(null);
  }

  function discard(): void {
    draft.discard();
    onClose();
  }

  const isAll = plan.payable === plan.created.length;
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
            disabled={plan.payable === 0 && !isAdding}
            onClick={() => void add(plan.created.slice(0, plan.payable))}
          >
            {plan.payable === 0 ? label : <Priced credits={plan.payable * RACER_COST}>{label}</Priced>}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ListInput
          label="Names, one per line"
          hint="Or columns from a spreadsheet or a CSV file: names, club, category. Paste them here, or drop an .xlsx, .csv or .txt file."
          placeholder={'Ada Swift\nBo Quick, U18; Mill Lane'}
          text={read.text}
          isReadOnly={isAdding}
          onChange={read.setText}
        />
        {isAdding ? (
          <AddingProgress progress={progress} />
        ) : (
          <>
            <ColumnChoice read={read} wanted={WANTED} />
            <div className="empty:hidden">
              {read.hasSeparator && (
                <CheckOption checked={read.wholeLines} onChange={read.setWholeLines}>
                  Each line is one name, commas and all
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
