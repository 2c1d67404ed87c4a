import { formatDate } from '../../../domain/timing/local-time.ts';
import { epochMs } from '../../../domain/units.ts';
import { MAX_SHARED_EVENTS } from '../../../protocol/limits.ts';
import type { SharedEvent, SharedGroup } from '../../../protocol/live.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadingRegion, Skeleton } from '../../ui/skeleton.tsx';

/** The public page of a share group's events. Null while nothing is known yet. */
export function EventsPage({ group }: { readonly group: SharedGroup | null }) {
  return (
    <div className="page max-w-4xl py-6 sm:py-10">
      <h1 className="heading text-32 wrap-anywhere sm:text-44">
        {group === null
          ? 'Shared events'
          : group.name === null
            ? 'Unknown Group'
            : `Events Shared with Group: ${group.name}`}
      </h1>
      {group?.owner !== undefined && (
        <p className="mt-2 text-18 text-ink-2">
          Shared by <bdi className="font-[650] text-ink">{group.owner}</bdi>
        </p>
      )}
      <div className="mt-6 sm:mt-8">{group === null ? <Waiting /> : <Events group={group} />}</div>
    </div>
  );
}

function Events({ group }: { readonly group: SharedGroup }) {
  if (group.events.length === 0) {
    return (
      <EmptyState title="No events available in this group.">
        {group.name === null
          ? 'Check the address, since a letter may be missing. Or ask for it again.'
          : 'Events appear here as soon as their owner shares them. This page is live; there’s no need to reload it.'}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card shadow-card">
        {group.events.map((event) => (
          <li key={event.id}>
            <SharedEventRow event={event} />
          </li>
        ))}
      </ul>
      {group.events.length >= MAX_SHARED_EVENTS && (
        <p className="mt-4 text-14 text-ink-2">These are the newest {MAX_SHARED_EVENTS} events of this group.</p>
      )}
    </>
  );
}

function SharedEventRow({ event }: { readonly event: SharedEvent }) {
  const { id, name, createdAt, timeZone, viewerKey } = event;
  const search = new URLSearchParams({ eventId: id, guestViewerKey: viewerKey });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-18 font-[720] wrap-anywhere" dir="auto">
          {name}
        </h2>
        <p className="digits mt-0.5 text-14 text-ink-2">{formatDate(epochMs(createdAt), timeZone)}</p>
      </div>
      <Link to={`/timer?${search}`} className={`${buttonClass()} max-sm:w-full`}>
        View Event
        <span className="sr-only"> {name}</span>
      </Link>
    </div>
  );
}

function Waiting() {
  return (
    <LoadingRegion>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-20 w-full" />
      </div>
    </LoadingRegion>
  );
}
