import { useObservable, useSync } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { writeDay } from '../../../ui/moment.ts';
import { MAX_SERIES_EVENTS } from '../../../../protocol/limits.ts';

export interface ChooseEventsProps {
  readonly eventIds: readonly string[];
  readonly onChange: (eventIds: string[]) => void;
}

/** One's own events, in the order of their days; the season has the same order. */
export function ChooseEvents({ eventIds, onChange }: ChooseEventsProps) {
  const account = useObservable(useSync()?.account, null);
  const events = (account?.events ?? [])
    .filter(({ isOwner, deletedAt }) => isOwner && deletedAt === null)
    .toSorted((one, other) => one.createdAt - other.createdAt);
  const chosen = new Set(eventIds);
  const known = new Set(events.map(({ id }) => id));
  const gone = eventIds.filter((id) => !known.has(id));
  const isFull = eventIds.length >= MAX_SERIES_EVENTS;
  const choose = (id: string, isChosen: boolean) => {
    const wanted = new Set(isChosen ? [...chosen, id] : [...chosen].filter((each) => each !== id));
    onChange([
      ...gone.filter((each) => wanted.has(each)),
      ...events.flatMap((event) => (wanted.has(event.id) ? [event.id] : [])),
    ]);
  };
  return (
    <fieldset>
      <legend className="mb-2 text-18 font-[720]">Events</legend>
      {account?.isKnown === true && events.length === 0 && (
        <p className="text-ink-2">You have no events yet. Create one, then come back to choose it.</p>
      )}
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {events.map(({ id, name, createdAt }) => (
          <li key={id}>
            <label className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-2 has-focus-visible:outline-3 has-focus-visible:outline-focus">
              <input
                type="checkbox"
                aria-label={name}
                checked={chosen.has(id)}
                disabled={isFull && !chosen.has(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
                className="size-6 shrink-0 accent-ink outline-none"
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-[650]">
                  {name}
                </span>
                <span className="text-14 text-ink-2">{writeDay(createdAt)}</span>
              </span>
            </label>
          </li>
        ))}
        {gone.map((id) => (
          <li key={id} className="flex min-h-14 items-center justify-between gap-4 px-4 py-2 text-ink-2">
            A deleted event, or one that isn’t yours any more
            <Button variant="quiet" onClick={() => choose(id, false)}>
              Take out
            </Button>
          </li>
        ))}
      </ul>
      {isFull && <p className="mt-2 text-14 text-ink-2">A series has room for {MAX_SERIES_EVENTS} events.</p>}
    </fieldset>
  );
}
