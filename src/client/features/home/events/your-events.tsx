import { Link } from 'react-router';
import { EVENT_COST } from '../../../../domain/credits/prices.ts';
import { MAX_LISTED_EVENTS } from '../../../../protocol/limits.ts';
import type { ShownAccount } from '../../../sync/account-store.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { CONFIRM_EMAIL } from '../confirm-email-step.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type DeletedEvent, describeTimeLeft, listDeletedEvents, listOpenEvents } from './event-lists.ts';
import { EventRow } from './event-row.tsx';
import { type EventActions, useEventActions } from './use-event-actions.ts';
import { DeletedRow } from '../../../ui/deleted-row.tsx';
import { FoldedList } from '../../../ui/folded-list.tsx';

export interface YourEventsProps {
  readonly sync: SyncClient;
  readonly account: ShownAccount;
  /** Whether the user's address is confirmed. */
  readonly isConfirmed: boolean;
}

export function YourEvents({ sync, account, isConfirmed }: YourEventsProps) {
  const actions = useEventActions(sync);
  const open = listOpenEvents(account.events);
  const deleted = listDeletedEvents(account.events, sync.clock.now());
  const isUnpaid = open.some(({ awaitingCredits }) => awaitingCredits);
  return (
    <section aria-labelledby="your-events" tabIndex={-1} className="outline-none">
      <SectionHeading id="your-events" title="Your Events" count={open.length}>
        <Link
          to="/timer"
          aria-label="New event"
          title="New event"
          className="flex size-12 items-center justify-center rounded-button border border-line bg-card hover:bg-soft"
        >
          <PlusIcon />
        </Link>
      </SectionHeading>
      {isUnpaid && (
        <Notice tone="info" className="mb-4">
          Events that wait for credits keep every time. You can share them once you’ve paid for them:{' '}
          <Link to="/buy-credits" className="link">
            Purchase Credits
          </Link>
          .
        </Notice>
      )}
      {open.length === 0 ? (
        <EmptyState title="No events yet" action={<CreateEvent isFirst />}>
          An event is one race. Put racers in it, press Start, press Finish. Creating one costs {EVENT_COST} credits.
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-card border border-line bg-card shadow-card">
            {open.map((event) => (
              <EventRow key={event.id} event={event} isPending={account.pendingIds.has(event.id)} actions={actions} />
            ))}
          </ul>
          {account.events.length >= MAX_LISTED_EVENTS && (
            <p className="mt-3 text-14 text-ink-2">
              These are your newest {MAX_LISTED_EVENTS} events. Older ones open by their links.
            </p>
          )}
          <div className="mt-4 flex flex-wrap gap-2">
            <CreateEvent isFirst={false} />
            {open.filter(({ isOwner, finished }) => isOwner && finished > 0).length > 1 && (
              <Link to="/compare" className={`${buttonClass({ variant: 'quiet' })} max-sm:w-full`}>
                Compare two events
              </Link>
            )}
          </div>
        </>
      )}
      {!isConfirmed && (
        // Said whether there is an invitation or not: an account with a stranger's address must not learn of theirs.
        <p className="mt-3 text-14 text-ink-2">
          Invited by email, and the event isn’t here? You’ll see it once you’ve confirmed your address:{' '}
          <a href={`#${CONFIRM_EMAIL}`} className="link py-3 font-[650] text-ink">
            Confirm your email
          </a>
        </p>
      )}
      <DeletedEvents deleted={deleted} onRestore={actions.restore} />
    </section>
  );
}

function CreateEvent({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <Link to="/timer#new" className={`${buttonClass({ variant: isFirst ? 'primary' : 'outline' })} max-sm:w-full`}>
      Create New Event
    </Link>
  );
}

interface DeletedEventsProps {
  readonly deleted: readonly DeletedEvent[];
  readonly onRestore: EventActions['restore'];
}

function DeletedEvents({ deleted, onRestore }: DeletedEventsProps) {
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
