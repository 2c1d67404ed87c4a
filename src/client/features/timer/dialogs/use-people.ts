import { useCallback, useEffect, useState } from 'react';
import type { EventPeople } from '../../../../protocol/event-reads.ts';
import { api } from '../../../../protocol/routes.ts';
import { call, type CallError } from '../../../session/api.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useSame } from '../../../ui/same.ts';

export interface LoadedPeople {
  /** The last answer, also while it is requested anew. */
  readonly people: EventPeople | null;
  readonly error: CallError | null;
  readonly retry: () => void;
}

/** Names of the owner and the admins of the event; requested again whenever one comes or goes. */
export function usePeople({ eventId, event }: OpenEvent): LoadedPeople {
  const [people, setPeople] = useState<EventPeople | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [tries, setTries] = useState(0);
  const version = useSame([event.ownerId, event.admins]);

  useEffect(() => {
    let isOver = false;
    void call<EventPeople>('GET', api.people.replace(':eventId', encodeURIComponent(eventId))).then((answer) => {
      if (isOver) return;
      if (answer.ok) setPeople(answer.value);
      setError(answer.ok ? null : answer.error);
    });
    return () => {
      isOver = true;
    };
  }, [eventId, version, tries]);

  const retry = useCallback(() => setTries((tried) => tried + 1), []);
  return { people, error, retry };
}
