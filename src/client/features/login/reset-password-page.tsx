import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { refuse } from '../../../domain/result.ts';
import { MIN_PASSWORD_LENGTH } from '../../../protocol/limits.ts';
import { confirmPasswordReset } from '../../session/account-calls.ts';
import { callErrorOf } from '../../session/api.ts';
import { refreshBoot } from '../../session/boot.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useForm } from './use-form.ts';

export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isChanged, setIsChanged] = useState(false);
  const { isBusy, error, form, field } = useForm({
    initial: { password: '' },
    needed: ['password'],
    incomplete: 'password-too-short',
    send: async ({ password }) =>
      password.length < MIN_PASSWORD_LENGTH
        ? refuse(callErrorOf('password-too-short'))
        : confirmPasswordReset({ token, password }),
    onSent() {
      setIsChanged(true);
      // The reset has ended the account's sessions, and this browser may have had one.
      void refreshBoot();
    },
  });

  if (isChanged) {
    return (
      <AuthLayout title="Password changed" description="Log in with the new password to continue.">
        <PasswordChanged />
      </AuthLayout>
    );
  }
  if (token === '' || error?.code === 'link-expired') {
    return (
      <AuthLayout
        title={token === '' ? 'This link isn’t complete' : 'This link no longer works'}
        description="A link works once and only for a while. Asking for a new one takes a moment."
      >
        <NeedsNewLink />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Set a new password" description="It replaces the old one at once.">
      <form {...form}>
        {error && <Notice tone="bad">{error.message}</Notice>}
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
          {...field('password')}
        />
        <Button type="submit" variant="primary" size="lg" busy={isBusy}>
          Set password
        </Button>
      </form>
    </AuthLayout>
  );
}

function PasswordChanged() {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="good">Your new password is ready. We’ve signed out devices that were signed in.</Notice>
      <Link to="/login" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Login
      </Link>
    </div>
  );
}

function NeedsNewLink() {
  return (
    <div className="flex flex-col gap-5">
      <p>Open the newest email from us and use its whole link. If that doesn’t help, ask for another.</p>
      <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Ask for a new link
      </Link>
    </div>
  );
}
