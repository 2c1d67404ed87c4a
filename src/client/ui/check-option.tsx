import type { ReactNode } from 'react';

export interface CheckOptionProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function CheckOption({ checked, onChange, children }: CheckOptionProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 text-16">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-6 shrink-0 accent-ink"
      />
      <span>{children}</span>
    </label>
  );
}
