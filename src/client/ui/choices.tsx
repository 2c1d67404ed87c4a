const LAYOUTS = {
  /** In one line, which scrolls sideways. */
  line: { group: '-m-1 overflow-x-auto p-1 [scrollbar-width:none]', choice: 'shrink-0' },
  /** In as many lines as it takes. */
  wrap: { group: 'flex-wrap', choice: 'max-w-full truncate' },
  /** Over the whole width. */
  fill: { group: '', choice: 'flex-1' },
};

export interface ChoicesProps<Id extends string> {
  readonly label: string;
  readonly chosen: Id;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly layout: keyof typeof LAYOUTS;
  readonly onChoose: (id: Id) => void;
}

/** A few choices, all of them in sight. */
export function Choices<Id extends string>({ label, chosen, options, layout, onChoose }: ChoicesProps<Id>) {
  const { group, choice } = LAYOUTS[layout];
  return (
    <div role="group" aria-label={label} className={`flex gap-2 ${group}`}>
      {options.map(({ id, label: words }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={`digits min-h-11 rounded-full border border-line-strong bg-card px-4 text-14 font-[650] whitespace-nowrap aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper ${choice}`}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
