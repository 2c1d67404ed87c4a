import { useCallback, useState } from 'react';

/**
 * Whether a dialog is open, at first where the address asks for it (`/homepage#add-many`). Closing it takes the word out of
 * the address: a reload must not open it again.
 */
export function useOpenedBy(hash: string): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => location.hash === hash);
  const set = useCallback(
    (next: boolean) => {
      setIsOpen(next);
      if (!next) leaveHash(hash);
    },
    [hash],
  );
  return [isOpen, set];
}

/** The router's own entry stays as it is: it finds its place in the history by the state. */
export function leaveHash(hash: string): void {
  if (location.hash === hash) history.replaceState(history.state, '', `${location.pathname}${location.search}`);
}
