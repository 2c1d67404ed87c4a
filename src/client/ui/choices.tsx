export interface ChoicesProps<Id extends string> {
  readonly label: string;
  readonly chosen: Id;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  /** The choices share the whole width. */
  readonly fills?: boolean;
  readonly onChoose: (id: Id) => void;
}

/** A few choices, all of them in sight; where there is no room they scroll sideways. */
export function Choices<Id extends string>({ label, chosen, options, fills = false, onChoose }: ChoicesProps<Id>) {
  return (
    <div role="group" aria-label={label} className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
      {options.map(({ id, label: words }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={`digits min-h-11 rounded-full border border-line-strong bg-card px-4 font-[650] whitespace-nowrap aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper ${fills ? 'flex-1' : 'shrink-0'}`}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
