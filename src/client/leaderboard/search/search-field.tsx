import type { Ref } from 'react';
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx';

export interface SearchFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly ref: Ref<HTMLInputElement>;
  /** Where the field takes the place of something else: it can be put away. */
  readonly onClose?: () => void;
}

export function SearchField({ query, onQuery, ref, onClose }: SearchFieldProps) {
  const clear = () => {
    onQuery('');
    onClose?.();
  };
  return (
    <div role="search" className="relative">
      <SearchIcon className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-5 text-ink-2" />
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
          if (event.key === 'Escape') clear();
        }}
        className="block min-h-11 w-full rounded-button border border-line-strong bg-card px-12 text-16 text-ink placeholder:text-ink-2 [&::-webkit-search-cancel-button]:hidden"
      />
      {(query !== '' || onClose) && (
        <button
          type="button"
          onClick={clear}
          className="absolute inset-y-0 end-0 flex w-12 items-center justify-center rounded-button text-ink-2 hover:text-ink"
        >
          <CloseIcon />
          <span className="sr-only">Clear search</span>
        </button>
      )}
    </div>
  );
}
