import { Button } from '../../../ui/button.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
import { type DeletedEvent, describeTimeLeft } from './event-lists.ts';
import type { EventActions } from './use-event-actions.ts';

export interface DeletedEventsProps {
  readonly deleted: readonly DeletedEvent[];
  readonly onRestore: EventActions['restore'];
}

export function DeletedEvents({ deleted, onRestore }: DeletedEventsProps) {
  if (deleted.length === 0) return null;
  return (
    <details className="accordion group mt-2">
      <summary className="flex min-h-12 items-center gap-2 rounded-bib text-16 font-[650] text-ink-2 select-none">
        Deleted events
        <span className="digits">{deleted.length}</span>
        <ChevronIcon className="size-5 transition-[rotate] duration-200 group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-y border-line">
        {deleted.map(({ event, leftMs }) => (
          <li key={event.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p title={event.name} className="line-clamp-2 font-[650] wrap-anywhere">
                <bdi>{event.name}</bdi>
              </p>
              <p className="text-14 text-ink-2">{describeTimeLeft(leftMs)}</p>
            </div>
            <Button
              variant="quiet"
              className="shrink-0"
              aria-label={`Bring back: ${event.name}`}
              onClick={() => onRestore(event)}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
