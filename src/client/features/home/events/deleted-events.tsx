import { DeletedRow } from '../../../ui/deleted-row.tsx';
import { FoldedList } from '../../../ui/folded-list.tsx';
import { type DeletedEvent, describeTimeLeft } from './event-lists.ts';
import type { EventActions } from './use-event-actions.ts';

export interface DeletedEventsProps {
  readonly deleted: readonly DeletedEvent[];
  readonly onRestore: EventActions['restore'];
}

export function DeletedEvents({ deleted, onRestore }: DeletedEventsProps) {
  if (deleted.length === 0) return null;
  return (
    <FoldedList title="Deleted events" count={deleted.length}>
      {deleted.map(({ event, leftMs }) => (
        <DeletedRow
          key={event.id}
          name={event.name}
          timeLeft={describeTimeLeft(leftMs)}
          onRestore={() => onRestore(event)}
        />
      ))}
    </FoldedList>
  );
}
