import { useMemo, useState } from 'react';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { counted } from '../../../../domain/language.ts';
import { type ColumnKind, columnKinds } from '../../../../domain/racers/import/column-words.ts';
import { type MarkedRacer, planImport } from '../../../../domain/racers/import/plan.ts';
import { findTakenBibs } from '../../../../domain/racers/import/taken-bibs.ts';
import type { Racer } from '../../../../domain/racers/library.ts';
import { listPeople } from '../../../../domain/racers/persons.ts';
import type { Starter } from '../../../../domain/schedule/order.ts';
import { readStartMoment } from '../../../../domain/schedule/start-moment.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { formatClock } from '../../../../domain/timing/format.ts';
import { credits as asCredits, type EpochMs, epochMs } from '../../../../domain/units.ts';
import { AddingProgress, type Progress } from '../../../racer-import/adding-progress.tsx';
import { CheckOption } from '../../../ui/check-option.tsx';
import { ColumnChoice } from '../../../racer-import/column-choice.tsx';
import { ImportPreview } from '../../../racer-import/import-preview.tsx';
import { ImportPrice } from '../../../racer-import/import-price.tsx';
import { ListInput } from '../../../racer-import/list-input.tsx';
import { tellAdded, tellNotAdded } from '../../../racer-import/tell-added.ts';
import { useRacerList } from '../../../racer-import/use-racer-list.ts';
import { withNext } from '../../../session/next-page.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { hearAnswer } from '../../../sync/await-answer.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Priced } from '../../../ui/priced.tsx';
import { addressOf, IMPORT_LIST, type OpenEvent } from '../../../event/event-context.ts';
import { importStarters } from './import-starters.ts';
import { firstStart } from '../../../event/print/list-words.ts';
import { nextRoundStart, StartMomentFields, useStartMoment } from './start-moment-fields.tsx';

const WANTED: ReadonlySet<ColumnKind> = new Set(columnKinds);
const NOBODY: readonly Racer[] = [];

export interface ImportDialogProps {
  readonly open: OpenEvent;
  readonly starters: readonly Starter[];
  readonly onClose: () => void;
}

export function ImportDialog({ open, starters, onClose }: ImportDialogProps) {
  const { entries, timeZone } = open.event;
  const account = useObservable(open.sync.account, null);
  const credits = account?.credits ?? 0;
  const draft = useDraft(`start-list.${open.eventId}`);
  const moment = useStartMoment(firstStart(starters) ?? nextRoundStart(open.sync.clock.now()), timeZone);
  const [asNew, setAsNew] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);

  // Racers of the event come first: they may belong to another admin's library.
  const people = useMemo(() => {
    const entered = Object.values(entries).flatMap(({ racerId, name, removed }) =>
      removed ? [] : [{ id: racerId, name }],
    );
    return listPeople(entered, account?.racers ?? NOBODY, account?.merged ?? NOBODY);
  }, [entries, account]);
  const read = useRacerList(WANTED, draft, people);
  const { marked } = read;
  const taken = useMemo(() => findTakenBibs(marked, Object.values(entries)), [marked, entries]);
  const ready = useMemo(() => {
    const lines = new Set(taken.map(({ line }) => line));
    return marked.filter(({ line }) => !lines.has(line));
  }, [marked, taken]);
  const faults = useMemo(
    () => [...read.list.faults, ...taken].toSorted((one, other) => one.line - other.line),
    [read.list, taken],
  );
  const plan = planImport(ready, asCredits(credits), asNew ? 'add' : 'reuse');
  const known = ready.filter(({ racerId }) => racerId !== null).length;
  const twice = ready.filter((racer) => racer.known === 'list').length;
  const total = plan.reused.length + plan.payable;

  const label = `Import ${counted(total, 'racer', 'racers')}`;

  function momentOf({ start }: MarkedRacer): EpochMs | null {
    if (start === null) return null;
    if (read.starts === 'relative') return moment.at === null ? null : epochMs(moment.at + start);
    const text = formatClock(start);
    const clock = readStartMoment(moment.day, text.length > 5 ? text : `0:${text}`, timeZone);
    return clock.ok ? clock.value : null;
  }

  function startOf(racer: MarkedRacer): string | null {
    const at = momentOf(racer);
    return at === null ? null : formatTimeOfDay(at, timeZone);
  }

  async function add(): Promise<void> {
    const created = plan.created.slice(0, plan.payable);
    setProgress({ done: 0, all: created.length });
    const { failed, commandIds } = await importStarters(open, { created, reused: plan.reused, momentOf }, (done) =>
      setProgress({ done, all: created.length }),
    );
    if (failed > 0) tellNotAdded();
    else void tellAdded(hearAnswer(open.sync, commandIds), `${counted(total, 'racer', 'racers')} in the start list.`);
    if (failed === 0 && plan.payable === plan.created.length) return discard();
    // Racers for whom the credits were not enough stay in the list. The others are in the event now and cost nothing.
    setAsNew(false);
    setProgress(null);
  }

  function discard(): void {
    draft.discard();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Import a start list"
      size="lg"
      footer={
        <>
          {progress === null && (
            <ImportPrice
              plan={plan}
              credits={credits}
              buyPath={withNext('/buy-credits', `${addressOf(open)}&view=start-list${IMPORT_LIST}`)}
            />
          )}
          <Button onClick={progress === null ? discard : onClose}>{progress === null ? 'Cancel' : 'Close'}</Button>
          <Button
            variant="primary"
            busy={progress !== null}
            disabled={(total === 0 || (read.starts !== null && moment.at === null)) && progress === null}
            onClick={() => void add()}
          >
            {plan.payable === 0 ? label : <Priced credits={plan.payable * RACER_COST}>{label}</Priced>}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ListInput
          label="Start list"
          hint="Paste the cells of a spreadsheet, or drop an .xlsx, .csv or .txt file, with number, name, club, category and start time."
          placeholder={'No.\tName\tClub\tStart time\n1\tAda Swift\tMill Lane\t18:30:00'}
          read={read}
          isReadOnly={progress !== null}
        />
        {progress !== null ? (
          <AddingProgress progress={progress} />
        ) : (
          <>
            {read.starts !== null && (
              <>
                <SelectField
                  label="Start times are"
                  value={read.starts}
                  options={[
                    { value: 'clock', label: 'By the clock, 18:30:00' },
                    { value: 'relative', label: 'After the first start, 0:00:30' },
                  ]}
                  onChange={(kind) => read.setStarts(kind === 'clock' ? 'clock' : 'relative')}
                  className="sm:w-80"
                />
                <StartMomentFields moment={moment} withTime={read.starts === 'relative'} />
              </>
            )}
            <ColumnChoice read={read} />
            <div className="empty:hidden">
              {known > 0 && (
                <p>
                  {known === 1
                    ? '1 racer is already in your list, so it costs nothing.'
                    : `${known} are already in your list, so they cost nothing.`}
                </p>
              )}
              {known + twice > 0 && (
                <CheckOption checked={asNew} onChange={setAsNew}>
                  These names are other people: add them as new racers
                </CheckOption>
              )}
            </div>
            <ImportPreview
              racers={ready}
              faults={faults}
              describe={(racer) => ({
                text:
                  asNew || racer.known === null
                    ? null
                    : racer.known === 'library'
                      ? 'used again'
                      : 'twice in this list',
                isLeftOut: racer.known === 'list' && !asNew,
                start: startOf(racer),
              })}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
