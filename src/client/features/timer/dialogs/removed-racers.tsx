import { Button } from '../../../ui/button.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';

/** Times of removed racers are kept and count again when the racers are restored. */
export function RemovedRacers({ open }: { readonly open: OpenEvent }) {
  const removed = Object.values(open.event.entries).filter((entry) => entry.removed);
  if (removed.length === 0) return <p className="text-ink-2">Nobody was removed from this event.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {removed.map(({ racerId, name }) => (
        <li key={racerId} className="flex items-center gap-3 py-2">
          <span className="line-clamp-2 min-w-0 flex-1 break-words">
            <bdi>{name}</bdi>
          </span>
          {open.may('removeRacers') && (
            <Button
              variant="quiet"
              aria-label={`Bring ${name} back`}
              onClick={() => void open.sync.recordForEvent(open.eventId, { type: 'entry.restore', racerId })}
            >
              Bring back
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
