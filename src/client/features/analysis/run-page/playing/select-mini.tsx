export interface SelectMiniProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The browser's own list in a bar of tools, where its label is only read out. */
export function SelectMini({ label, value, onChange, options }: SelectMiniProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="digits h-11 cursor-pointer appearance-none rounded-button bg-transparent px-2 text-center text-16 font-[650] text-ink hover:bg-soft"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
