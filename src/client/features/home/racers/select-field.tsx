import { type ComponentProps, useId } from 'react';

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'onChange'> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, options, onChange, className = '', ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-14 font-[650]">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        onChange={(event) => onChange(event.target.value)}
        className="block min-h-12 w-full rounded-button border border-line-strong bg-card px-3 text-16 text-ink"
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
