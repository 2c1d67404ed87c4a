import { type MouseEvent, useEffect, useState } from 'react';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import {
  noRuling,
  type ResultStatus,
  type Ruling,
  rulingKey,
  statuses,
  statusWords,
} from '../../../domain/model/ruling.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import { useStable } from '../../ui/use-stable.ts';
import type { OpenEvent } from '../event-context.ts';
import { describeOption } from './status-options.ts';
import { ReasonField } from './reason-field.tsx';

type Said = Pick<Ruling, 'status' | 'reason'>;

const CHOICE =
  'min-h-14 rounded-button border border-line-strong bg-card px-1 py-1.5 hover:bg-soft aria-pressed:border-ink ' +
  'aria-pressed:bg-ink aria-pressed:text-paper';

/** DNF, DSQ and the others, each set by one press (HD13). The reason comes afterwards. */
export function RacerStatus({ open, racer }: { readonly open: OpenEvent; readonly racer: EntryResult }) {
  const { racerId, name } = racer.entry;
  const key = rulingKey(racerId, racer.attempt);
  const { status, reason } = open.event.rulings[key] ?? noRuling;
  /** Ruling from before the status was chosen in this sheet. */
  const [before, setBefore] = useState<Said | null>(null);
  const record = (next: Said) =>
    void open.sync.recordForEvent(open.eventId, { type: 'status.set', racerId, attempt: racer.attempt, ...next });

  function choose(next: ResultStatus): void {
    if (next === status) return;
    setBefore({ status, reason });
    record({ status: next, reason: '' });
  }

  function undo(): void {
    if (before === null) return choose('OK');
    setBefore(null);
    record(before);
  }

  /** A reason that is saved as the field goes must not bring back a status that another phone has taken back meanwhile. */
  function explain(next: string): void {
    const { event } = open.sync.event(open.eventId).getSnapshot();
    if (event?.rulings[key]?.status === status) record({ status, reason: next });
  }

  const done = racer.state === 'on-course' ? `${name} back on course` : `${name} is back in the results`;

  // The bar offers Undo only once the sheet is closed: it would lie over the name and the cross, and the sheet has an Undo of
  // its own.
  const offerUndo = useStable(() => {
    if (before === null) return;
    showUndo({ message: status === 'OK' ? done : `${status}: ${name}`, undo: () => record(before) });
  });
  useEffect(() => offerUndo, [offerUndo]);

  const usual: readonly ResultStatus[] = [racer.start === null && racer.finish === null ? 'DNS' : 'DNF', 'DSQ'];
  const others = statuses.filter((each) => !usual.includes(each) && (each !== 'OK' || status !== 'OK'));
  const isOther = status !== 'OK' && others.includes(status);
  return (
    <section aria-label="Status" className="flex flex-col gap-3">
      <div className="grid grid-cols-3 gap-3">
        {usual.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={status === each}
            // The second of two taps on the name that opened this sheet means nobody's status.
            onClick={({ detail }: MouseEvent) => detail < 2 && choose(each)}
            className={CHOICE}
          >
            <span className="block text-18 leading-6 font-[720]">{each}</span>
            <span className="block text-14 leading-5">{statusWords[each]}</span>
          </button>
        ))}
        <Menu
          label={isOther ? `Other status: ${status}` : 'Other status'}
          trigger={
            <button type="button" aria-pressed={isOther} className={CHOICE}>
              <span className="block text-18 leading-6 font-[720]">{isOther ? status : 'Other…'}</span>
              {isOther && <span className="block text-14 leading-5">{statusWords[status]}</span>}
            </button>
          }
          items={others.map((each) => ({ label: describeOption(each), onSelect: () => choose(each) }))}
        />
      </div>
      <div role="status" className="empty:-mt-3">
        {(status !== 'OK' || before !== null) && (
          <div className="flex items-center justify-between gap-3">
            <p>{status === 'OK' ? done : `${statusWords[status]}. All times stay.`}</p>
            <Button className="shrink-0 px-4!" onClick={undo}>
              {before === null ? 'Take back' : 'Undo'}
            </Button>
          </div>
        )}
      </div>
      {status !== 'OK' && <LaterReason key={status} reason={reason} onReason={explain} />}
    </section>
  );
}

/** The reason of a status that is set already: Enter saves it, and so does leaving the field or the sheet. */
function LaterReason({ reason, onReason }: { readonly reason: string; readonly onReason: (reason: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = useStable(() => {
    setTyped(null);
    if (typed !== null && typed.trim() !== reason) onReason(typed);
  });
  useEffect(() => save, [save]);
  return (
    <ReasonField
      reason={typed ?? reason}
      onReason={setTyped}
      hint="Viewers see the status, not the reason."
      enterKeyHint="done"
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
    />
  );
}
