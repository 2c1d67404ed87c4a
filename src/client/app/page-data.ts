import { createContext, useContext } from 'react';
import type { PageData } from '../../protocol/page-data.ts';

/** What the page that was loaded came with; null where the server has rendered nothing. */
export const PageDataContext = createContext<PageData | null>(null);

/** Only for the event that it is about: the page may have moved on since it was loaded. */
export function useInitialEvent(eventId: string | null) {
  const data = useContext(PageDataContext);
  return data?.kind === 'event' && data.event.id === eventId ? data : null;
}

export function useInitialGroup(groupId: string | null) {
  const data = useContext(PageDataContext);
  return data?.kind === 'group' && data.group.id === groupId ? data.group : null;
}
