import type { ChangeEvent } from 'react';
import { Field, type FieldProps } from '../../../ui/field.tsx';
import { caretAfter, digitsOf } from './card-text.ts';

export interface DigitsFieldProps extends Omit<FieldProps, 'onChange' | 'value' | 'type' | 'inputMode' | 'name'> {
  readonly value: string;
  readonly format: (text: string) => string;
  readonly onType: (text: string) => void;
}

/** Digits in groups. The field has no `name`, so that nothing of a card can ever stand in an address. */
export function DigitsField({ format, onType, ...rest }: DigitsFieldProps) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = target;
    const next = format(typed);
    // Written here, before React does: a caret that jumps to the end makes a digit in the middle impossible to correct.
    target.value = next;
    if (document.activeElement === target) {
      const isInside = selectionStart !== null && selectionStart < typed.length;
      const caret = isInside ? caretAfter(next, digitsOf(typed.slice(0, selectionStart)).length) : next.length;
      target.setSelectionRange(caret, caret);
    }
    onType(next);
  };
  return <Field {...rest} inputMode="numeric" autoCorrect="off" spellCheck={false} onChange={change} />;
}
