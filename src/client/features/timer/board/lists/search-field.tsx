import type { Ref } from 'react';
import { CloseIcon, SearchIcon } from '../../../../ui/icons.tsx';

export interface SearchFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** The field stays at the top while the lists that it narrows down are scrolled. */
export function SearchField({ query, onQuery, ref }: SearchFieldProps) {
  return (
    <div role="search" className="sticky top-0 z-10 -mx-1 bg-paper px-1 py-2">
      <div className="relative">
        <SearchIcon className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-2" />
        <input
          ref={ref}
          type="search"
          aria-label="Search racers"
          placeholder="Search racers"
          value={query}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onQuery('');
          }}
          className="block min-h-12 w-full rounded-button border border-line-strong bg-card px-12 text-16 text-ink placeholder:text-ink-2 [&::-webkit-search-cancel-button]:hidden"
        />
        {query !== '' && (
          <button
            type="button"
            onClick={() => onQuery('')}
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-button text-ink-2 hover:text-ink"
          >
            <CloseIcon />
            <span className="sr-only">Clear search</span>
          </button>
        )}
      </div>
    </div>
  );
}
