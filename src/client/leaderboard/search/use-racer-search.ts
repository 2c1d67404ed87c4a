import { type RefObject, useRef, useState } from 'react';
import { useStable } from '../../ui/use-stable.ts';

/** Least number of racers for a search field: fewer are seen at a glance, and the field would be in the way. */
const SEARCH_FROM = 8;

/** The search that narrows the lists down. */
export interface RacerSearch {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The field was asked for. */
  readonly isOpen: boolean;
  readonly open: () => void;
  /** All racers again. */
  readonly close: () => void;
  readonly isOffered: (racers: number) => boolean;
}

export function useRacerSearch(): RacerSearch {
  const [query, onQuery] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const open = useStable(() => {
    setIsOpen(true);
    // The field is at the top of the screen: the page need not scroll to show it, and the lists stay where they are.
    requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
  });
  const close = useStable(() => {
    field.current?.blur();
    setIsOpen(false);
    onQuery('');
  });
  const isOffered = (racers: number) => racers >= SEARCH_FROM || isOpen || query !== '';
  return { query, onQuery, field, isOpen, open, close, isOffered };
}
