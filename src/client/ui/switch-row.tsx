import { type ReactNode, useId } from 'react';

export interface SwitchRowProps {
  readonly label: string;
  readonly hint: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox that takes effect at once. The knob's position shows its state, not its colour alone. */
export function SwitchRow({ label, hint, isOn, isDisabled = false, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-4 py-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-[650]">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-14 text-ink-2">
          {hint}
        </p>
      </div>
      <span className="relative inline-flex h-12 w-14 shrink-0 items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          disabled={isDisabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-full disabled:cursor-not-allowed"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none h-8 w-14 rounded-full border-2 border-line-strong bg-soft transition-colors peer-checked:border-ink peer-checked:bg-ink peer-disabled:opacity-50"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-1.5 size-5 rounded-full bg-line-strong transition-[translate] duration-150 peer-checked:translate-x-6 rtl:peer-checked:-translate-x-6 peer-checked:bg-accent peer-disabled:opacity-50"
        />
      </span>
    </div>
  );
}
