import { closeUp } from './close-up.ts';

/**
 * Above the names, not above the buttons: a press that misses it by a row must time nobody. `count`: the rows that are done.
 */
export function CloseUpButton({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={() => closeUp('by-button')}
      className="digits relative z-1 h-8 shrink-0 whitespace-nowrap rounded-full border border-line-strong bg-card px-3 text-14 font-[720] text-ink after:absolute after:inset-x-0 after:-top-1 after:-bottom-3 after:content-[''] hover:bg-soft"
    >
      {`Close up · ${count}`}
    </button>
  );
}
