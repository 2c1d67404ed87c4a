import { createContext, useContext } from 'react';
import type { PageData } from '../../protocol/page-data.ts';
import type { CardField } from '../../protocol/payments.ts';

/** The data that the loaded page came with; null where the server has rendered nothing. */
export const PageDataContext = createContext<PageData | null>(null);

/** Null for any other event than the page's own: the viewer may have moved on since it was loaded. */
export function useInitialEvent(eventId: string | null) {
  const data = useContext(PageDataContext);
  return data?.kind === 'event' && data.event.id === eventId ? data : null;
}

export function useInitialGroup(groupId: string | null) {
  const data = useContext(PageDataContext);
  return data?.kind === 'group' && data.group.id === groupId ? data.group : null;
}

/** The address of the server, as its examples name it. */
export function useServerOrigin(): string {
  const data = useContext(PageDataContext);
  return data?.kind === 'developers' ? data.origin : window.location.origin;
}

/** Null on a page that is not the checkout as the server sends it. Development has no such pages, and the sandbox. */
export function useCardField(): CardField | null {
  const data = useContext(PageDataContext);
  if (import.meta.env.DEV) return { provider: 'sandbox' };
  return data?.kind === 'checkout' ? data.cardField : null;
}
