import type { RunLinkProps } from './run-link.tsx';
import { type ComponentType, useEffect, useState } from 'react';
import { useIsSignedIn } from '../../session/viewer.ts';

/** The board comes first: recordings are requested once it has been shown for a while, and only once. */
const ASK_AFTER_MS = 1500;

/** Null for viewers who are not signed in, and until it is known that there is a recording to see. */
export function useRunLink(eventId: string, isLive: boolean): ComponentType<RunLinkProps> | null {
  const isAsked = useIsSignedIn() && isLive;
  const [known, setKnown] = useState<{ readonly of: string; readonly RunLink: ComponentType<RunLinkProps> } | null>(
    null,
  );
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    const ask = async () => {
      const { loadRunLink } = await import('./run-link.tsx');
      const RunLink = await loadRunLink(eventId);
      if (!isOver && RunLink !== null) setKnown({ of: eventId, RunLink });
    };
    const timer = setTimeout(() => void ask().catch(() => undefined), ASK_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [eventId, isAsked]);
  return known?.of === eventId ? known.RunLink : null;
}
