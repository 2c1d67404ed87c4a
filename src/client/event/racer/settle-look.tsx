import { GiveTime } from './give-time.tsx';
import { RacerDetails } from './racer-details.tsx';
import type { OpenEvent } from '../event-context.ts';
import { KeepReading } from './keep-reading.tsx';
import type { LeadsTo } from '../looks/look-words.ts';

export interface SettleLookProps {
  readonly open: OpenEvent;
  readonly place: Exclude<LeadsTo, { readonly kind: 'view' }>;
  readonly onPlace: (place: SettleLookProps['place']) => void;
  readonly onClose: () => void;
}

/** The dialog in which one line of the list is settled. */
export function SettleLook({ open, place, onPlace, onClose }: SettleLookProps) {
  switch (place.kind) {
    case 'racer': {
      const { racerId, attempt } = place;
      const onGive = (tapId: string) => onPlace({ kind: 'give', tapId });
      return <RacerDetails {...{ open, racerId, attempt, onGive, onClose }} />;
    }
    case 'readings': {
      const { racerId, line, attempt } = place;
      return <KeepReading {...{ open, racerId, line, attempt, onClose }} />;
    }
    case 'give':
      return <GiveTime open={open} tapId={place.tapId} onClose={onClose} />;
  }
}
