import { type FormEvent, useState } from 'react';
import { counted } from '../../../../domain/language.ts';
import type { ResultStatus } from '../../../../domain/model/ruling.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ReasonField } from '../../../event/racer/reason-field.tsx';
import { statusOptions } from '../../../event/racer/status-options.ts';

export interface StatusFormProps {
  /** The status that such racers are usually given. */
  readonly initial: ResultStatus;
  readonly count: number;
  readonly onSet: (status: ResultStatus, reason: string) => void;
}

/** Stays at the lower edge: the racers are chosen above it, however many there are. */
export function StatusForm({ initial, count, onSet }: StatusFormProps) {
  const [status, setStatus] = useState(initial);
  const [reason, setReason] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (count === 0) return;
    onSet(status, reason);
    setReason('');
  }

  return (
    <form
      onSubmit={submit}
      className="sticky bottom-0 z-10 -mx-1 grid gap-3 border-t border-line bg-paper px-1 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:grid-cols-2"
    >
      <SelectField
        label="Status"
        value={status}
        options={statusOptions}
        onChange={(value) => setStatus(value as ResultStatus)}
      />
      <ReasonField reason={reason} onReason={setReason} />
      <Button type="submit" variant="primary" size="lg" className="sm:col-span-2" disabled={count === 0}>
        {describeButton(status, count)}
      </Button>
    </form>
  );
}

function describeButton(status: ResultStatus, count: number): string {
  if (count === 0) return 'Choose racers first';
  const many = counted(count, 'racer', 'racers');
  return status === 'OK' ? `Put ${many} back in results` : `Set ${status} for ${many}`;
}
