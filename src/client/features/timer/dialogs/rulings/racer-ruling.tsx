import { useState } from 'react';
import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import { noRuling, type ResultStatus, rulingKey, statusWords } from '../../../../../domain/results/ruling.ts';
import { Button } from '../../../../ui/button.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { showUndo } from '../../../../ui/undo-bar.tsx';
import type { OpenEvent } from '../../event-context.ts';
import { statusOptions } from '../../rulings/status-options.ts';
import { Penalties } from './penalties.tsx';
import { ReasonField } from './reason-field.tsx';

export interface RacerRulingProps {
  readonly open: OpenEvent;
  readonly racer: EntryResult;
}

/** Status, penalties and bonuses of one racer. Most racers have none: then there is one button. */
export function RacerRuling({ open, racer }: RacerRulingProps) {
  const { racerId } = racer.entry;
  const ruling = open.event.rulings[rulingKey(racerId, racer.attempt)] ?? noRuling;
  const isRuled = ruling.status !== 'OK' || ruling.adjustments.length > 0;
  const [isOpen, setIsOpen] = useState(isRuled);
  if (!isOpen && !isRuled) {
    return (
      <Button className="self-start px-4!" onClick={() => setIsOpen(true)}>
        Status, penalty or bonus
      </Button>
    );
  }
  return (
    <>
      <Status open={open} racer={racer} status={ruling.status} reason={ruling.reason} />
      <Penalties open={open} racer={racer} adjustments={ruling.adjustments} />
    </>
  );
}

interface StatusProps extends RacerRulingProps {
  readonly status: ResultStatus;
  readonly reason: string;
}

function Status({ open, racer, status, reason }: StatusProps) {
  const { racerId, name } = racer.entry;
  const [wanted, setWanted] = useState<ResultStatus | null>(null);
  const [why, setWhy] = useState('');
  const record = (next: ResultStatus, nextReason: string) =>
    void open.sync.recordForEvent(open.eventId, {
      type: 'status.set',
      racerId,
      attempt: racer.attempt,
      status: next,
      reason: nextReason,
    });

  function set(): void {
    const next = wanted ?? status;
    record(next, why);
    setWanted(null);
    setWhy('');
    showUndo({
      message: next === 'OK' ? `${name} placed again` : `${next}: ${name}`,
      undo: () => record(status, reason),
    });
  }

  const isChanging = wanted !== null && wanted !== status;
  return (
    <section aria-label="Status" className="flex flex-col gap-3 rounded-card border border-line p-4">
      <SelectField
        label="Status"
        value={wanted ?? status}
        options={statusOptions}
        onChange={(value) => setWanted(value as ResultStatus)}
      />
      {status !== 'OK' && !isChanging && (
        <p className="text-14 text-ink-2">
          {statusWords[status]}
          {reason !== '' && (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
          . All times are kept.
        </p>
      )}
      {isChanging && (
        <>
          <ReasonField reason={why} onReason={setWhy} hint="Viewers see the status, not the reason." />
          <Button variant="primary" onClick={set}>
            {wanted === 'OK' ? 'Place again' : `Set ${wanted}`}
          </Button>
        </>
      )}
    </section>
  );
}
