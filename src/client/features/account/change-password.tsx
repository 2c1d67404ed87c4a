import { type FormEvent, useState } from 'react';
import { refuse } from '../../../domain/result.ts';
import { MIN_PASSWORD_LENGTH } from '../../../protocol/limits.ts';
import { changePassword } from '../../session/account-calls.ts';
import { callErrorOf } from '../../session/api.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

const EMPTY = { currentPassword: '', newPassword: '' };

export function ChangePassword({ email }: { readonly email: string }) {
  const [passwords, setPasswords] = useState(EMPTY);
  const [isChanged, setIsChanged] = useState(false);
  const { isBusy, error, run } = useAction(async (request: typeof EMPTY) => {
    if (request.currentPassword === '') return refuse(callErrorOf('wrong-password'));
    if (request.newPassword.length < MIN_PASSWORD_LENGTH) return refuse(callErrorOf('password-too-short'));
    return changePassword(request);
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChanged(false);
    if ((await run(passwords)) === null) return;
    setPasswords(EMPTY);
    setIsChanged(true);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {error && <Notice tone="bad">{error.message}</Notice>}
      {/* The hidden field tells a password manager whose password this is. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        aria-invalid={error?.code === 'wrong-password'}
        value={passwords.currentPassword}
        onChange={(event) => setPasswords({ ...passwords, currentPassword: event.target.value })}
      />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        aria-invalid={error?.code.startsWith('password-too-') ?? false}
        value={passwords.newPassword}
        onChange={(event) => setPasswords({ ...passwords, newPassword: event.target.value })}
      />
      <div aria-live="polite">
        {isChanged && (
          <Notice tone="good" className="mb-5">
            Password changed. We’ve signed out your other devices.
          </Notice>
        )}
        <Button type="submit" busy={isBusy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
