import { useId } from 'react';
import { ChevronIcon } from './tool-icons.tsx';

export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly className?: string;
}

/** The browser's own list: on a phone it is the one that everybody knows. */
export function SelectField({ label, value, onChange, options, className = '' }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-14 font-[650]">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="block min-h-12 w-full appearance-none truncate rounded-button border border-line-strong bg-card py-2 pr-10 pl-4 text-16 text-ink"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronIcon className="pointer-events-none absolute top-3.5 right-3 size-5 text-ink-2" />
      </div>
    </div>
  );
}
