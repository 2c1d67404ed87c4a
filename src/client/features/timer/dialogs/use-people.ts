import type { EventPeople } from '../../../../protocol/event-reads.ts';
import { api } from '../../../../protocol/routes.ts';
import { type Fetched, useFetched } from '../../../session/use-fetched.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useSame } from '../../../ui/same.ts';

/** Names of the owner and the admins of the event; requested again whenever one comes or goes. */
export function usePeople({ eventId, event }: OpenEvent): Fetched<EventPeople> {
  const version = useSame([event.ownerId, event.admins]);
  return useFetched<EventPeople>(api.people.replace(':eventId', encodeURIComponent(eventId)), version);
}
