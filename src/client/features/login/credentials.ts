import type { FormEvent } from 'react';
import { refuse } from '../../../domain/result.ts';
import { callErrorOf } from '../../session/api.ts';

export const isComplete = ({ email, password }: { email: string; password: string }): boolean =>
  email.trim() !== '' && password !== '';

export const refuseIncomplete = async () => refuse(callErrorOf('email-and-password-required'));

/** The finger is led to what is missing: on a phone the message may be above the keyboard and out of sight. */
export function focusFirstEmpty(event: FormEvent<HTMLFormElement>, names: readonly string[]): void {
  for (const name of names) {
    const field = event.currentTarget.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value.trim() === '') {
      field.focus();
      return;
    }
  }
}
