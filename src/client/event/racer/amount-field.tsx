import { parseAmount } from '../../../domain/timing/amount.ts';
import { type DurationMs, durationMs } from '../../../domain/units.ts';
import { MAX_ADJUSTMENT_MS } from '../../../protocol/limits.ts';
import { Field } from '../../ui/field.tsx';

/** Null for text that is no amount. The sign is chosen by a word: a minus that was missed would turn a penalty into a gift. */
export function readAmount(text: string, sign: 1 | -1): DurationMs | null {
  const parsed = parseAmount(text);
  return parsed.ok && parsed.value <= MAX_ADJUSTMENT_MS ? durationMs(parsed.value * sign) : null;
}

export interface AmountFieldProps {
  readonly label: string;
  readonly text: string;
  readonly isWrong: boolean;
  readonly onText: (text: string) => void;
}

/** A span of time as it is said at the line: '10' or '1:30'. */
export function AmountField({ label, text, isWrong, onText }: AmountFieldProps) {
  return (
    <Field
      label={label}
      inputMode="decimal"
      placeholder="10 or 1:30"
      className="digits"
      value={text}
      autoComplete="off"
      error={isWrong && 'Type seconds or minutes and seconds, for example 10 or 1:30.'}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
