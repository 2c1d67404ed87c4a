import { useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { MAX_SERIES_EVENTS } from '../../../../protocol/limits.ts';

export interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number | null;
  readonly most?: number;
  /** Null for a field that is empty, and for 0. */
  readonly onChange: (value: number | null) => void;
}

/** The field can be emptied: a number that came back at once would stand before the next one that is typed. */
export function NumberField({ label, hint, value, most = MAX_SERIES_EVENTS, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={label}
      hint={hint}
      type="number"
      inputMode="numeric"
      min={0}
      max={most}
      value={typed ?? value ?? ''}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const number = Number.parseInt(text, 10);
        onChange(Number.isNaN(number) || number < 1 ? null : Math.min(most, number));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
