import { useState } from 'react';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { adjustmentsOf } from '../../../domain/model/ruling.ts';
import { Button } from '../../ui/button.tsx';
import type { OpenEvent } from '../event-context.ts';
import { Penalties } from './penalties.tsx';

/** Penalties and bonuses of one racer. Most racers have none: then there is one button. */
export function RacerRuling({ open, racer }: { readonly open: OpenEvent; readonly racer: EntryResult }) {
  const adjustments = adjustmentsOf(open.event, { racerId: racer.entry.racerId, attempt: racer.attempt });
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && adjustments.length === 0) {
    return (
      <Button className="self-start px-4!" onClick={() => setIsOpen(true)}>
        Penalty or bonus
      </Button>
    );
  }
  return <Penalties open={open} racer={racer} adjustments={adjustments} />;
}
