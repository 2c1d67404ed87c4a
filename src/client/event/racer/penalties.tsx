import { type FormEvent, useState } from 'react';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { adjustmentsOf } from '../../../domain/model/ruling.ts';
import { describePenalty, formatAmount } from '../../../domain/timing/amount.ts';
import type { DurationMs } from '../../../domain/units.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import type { OpenEvent } from '../event-context.ts';
import { AmountField, readAmount } from './amount-field.tsx';
import { ReasonField } from './reason-field.tsx';

const QUICK = ['5', '10', '15', '30', '1:00'];

/** Times that are added to a racer's time, or taken off it. Most racers have none: then there is one button. */
export function Penalties({ open, racer }: { readonly open: OpenEvent; readonly racer: EntryResult }) {
  const { racerId, name } = racer.entry;
  const attempt = { racerId, attempt: racer.attempt };
  const adjustments = adjustmentsOf(open.event, attempt);
  const [isOpen, setIsOpen] = useState(false);

  async function add(ms: DurationMs, reason: string): Promise<void> {
    const step = { type: 'adjustment.add', ...attempt, ms, reason } as const;
    const { command } = await open.sync.recordForEvent(open.eventId, step);
    showUndo({ message: `${describePenalty(ms)} for ${name}`, undo: () => remove(command.id) });
  }

  function remove(adjustmentId: string): void {
    void open.sync.recordForEvent(open.eventId, { type: 'adjustment.remove', ...attempt, adjustmentId });
  }

  if (!isOpen && adjustments.length === 0) {
    return (
      <Button className="self-start px-4!" onClick={() => setIsOpen(true)}>
        Penalty or bonus
      </Button>
    );
  }
  return (
    <section aria-label="Penalties and bonuses" className="flex flex-col gap-3 rounded-card border border-line p-4">
      <h3 className="text-14 font-[650] text-ink-2">Penalties and bonuses</h3>
      {adjustments.length > 0 && (
        <ul className="divide-y divide-line">
          {adjustments.map(({ id, ms, reason }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1">
              <span className="min-w-0">
                <span className="digits font-[720]">{describePenalty(ms)}</span>
                {reason !== '' && <bdi className="block truncate text-14 text-ink-2">{reason}</bdi>}
              </span>
              <Button
                className="shrink-0 px-4!"
                aria-label={`Take back ${describePenalty(ms)}`}
                onClick={() => remove(id)}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPenalty onAdd={(ms, reason) => void add(ms, reason)} />
    </section>
  );
}

function AddPenalty({ onAdd }: { readonly onAdd: (ms: DurationMs, reason: string) => void }) {
  const [kind, setKind] = useState<'penalty' | 'bonus'>('penalty');
  const sign = kind === 'penalty' ? 1 : -1;
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const amount = readAmount(text, sign);

  function choose(next: string): void {
    setText(next);
    setIsWrong(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (amount === null) return setIsWrong(true);
    onAdd(amount, reason);
    setText('');
    setReason('');
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Choices
        label="Penalty or bonus"
        layout="fill"
        chosen={kind}
        options={[
          { id: 'penalty', label: '+ Penalty' },
          { id: 'bonus', label: '− Bonus' },
        ]}
        onChoose={setKind}
      />
      <div className="flex flex-wrap gap-2">
        {QUICK.map((quick) => (
          <button
            key={quick}
            type="button"
            aria-pressed={text === quick}
            onClick={() => choose(quick)}
            className="digits min-h-11 rounded-bib border border-line bg-card px-3 font-[650] aria-pressed:border-ink aria-pressed:bg-soft"
          >
            {formatAmount(readAmount(quick, sign)!)}
          </button>
        ))}
      </div>
      <AmountField label="Another amount" text={text} isWrong={isWrong} onText={choose} />
      <ReasonField reason={reason} onReason={setReason} />
      <ActionBar>
        <Button type="submit" variant="primary" className="digits">
          {amount === null ? 'Add' : `Add ${describePenalty(amount)}`}
        </Button>
      </ActionBar>
    </form>
  );
}
