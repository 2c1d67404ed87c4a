import type { ReactElement } from 'react';
import { SearchField } from '../../../leaderboard/search/search-field.tsx';
import { type RacerSearch, useRacerSearch } from '../../../leaderboard/search/use-racer-search.ts';
import { useMedia } from '../../../ui/use-media.ts';

export interface BoardSearch extends Pick<RacerSearch, 'query' | 'open' | 'close'> {
  /** Null with a handful of racers, who are seen at a glance. */
  readonly field: ReactElement | null;
  readonly isNarrow: boolean;
  /** On a phone the field takes the place of the event's line. */
  readonly isOver: boolean;
}

export function useBoardSearch(racers: number): BoardSearch {
  const { query, onQuery, field, isOpen, isOffered, open, close } = useRacerSearch();
  const isNarrow = useMedia('(max-width: 47.9375rem), (max-height: 29.9375rem)');
  return {
    query,
    open,
    close,
    isNarrow,
    isOver: isNarrow && (isOpen || query !== ''),
    field: isOffered(racers) ? (
      <SearchField ref={field} query={query} onQuery={onQuery} {...(isNarrow && { onClose: close })} />
    ) : null,
  };
}
