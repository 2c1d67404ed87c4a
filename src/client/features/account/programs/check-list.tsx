interface CheckListProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: readonly Id[];
  readonly onChange: (chosen: readonly Id[]) => void;
}

export function CheckList<Id extends string>({ label, options, chosen, onChange }: CheckListProps<Id>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-14 font-[650]">{label}</legend>
      {options.map(({ id, label: words }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-accent"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
