export interface SignChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly sign: 1 | -1; readonly label: string }[];
  readonly sign: 1 | -1;
  readonly onSign: (sign: 1 | -1) => void;
}

/** The sign is chosen by a word: a minus that was typed or missed would turn a penalty into a gift. */
export function SignChoice({ label, options, sign, onSign }: SignChoiceProps) {
  return (
    <div role="group" aria-label={label} className="flex gap-2">
      {options.map((option) => (
        <button
          key={option.sign}
          type="button"
          aria-pressed={option.sign === sign}
          onClick={() => onSign(option.sign)}
          className="min-h-11 flex-1 rounded-button border border-line bg-card px-4 font-[650] text-ink-2 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
