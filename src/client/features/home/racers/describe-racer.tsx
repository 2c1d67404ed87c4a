import { type FormEvent, useId, useState } from 'react';
import type { Racer } from '../../../../domain/racers/library.ts';
import { checkBorn, readDetails, typedDetails } from '../../../../domain/racers/read-details.ts';
import { racerPagePath } from '../../../../protocol/history.ts';
import { Button } from '../../../ui/button.tsx';
import { DetailsFields } from '../../../ui/details-fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import type { RacerActions } from './use-racer-actions.ts';

export interface DescribeRacerProps {
  readonly racer: Racer;
  readonly onDescribe: RacerActions['describe'];
  readonly onClose: () => void;
}

export function DescribeRacer({ racer, onDescribe, onClose }: DescribeRacerProps) {
  const [typed, setTyped] = useState(() => typedDetails(racer.details));
  const form = useId();
  const [now] = useState(Date.now);
  const isWrong = checkBorn(typed.born, now) !== null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isWrong) return;
    onDescribe(racer, readDetails(typed, racer.details));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={racer.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isWrong}>
            Save
          </Button>
        </>
      }
    >
      <Link to={racerPagePath(racer.id)} className="link mb-3 inline-flex min-h-11 items-center">
        Results and personal bests
      </Link>
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">
          For categories and teams. Only you and your admins see this, unless you show it in an event. Events that the
          racer is in already keep what they have.
        </p>
        <DetailsFields typed={typed} now={now} onChange={setTyped} />
      </form>
    </Dialog>
  );
}
