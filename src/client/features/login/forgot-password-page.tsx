import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { requestPasswordReset } from '../../session/account-calls.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useForm } from './use-form.ts';

function emailOf(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, error, form, field } = useForm({
    initial: { email: emailOf(useLocation().state) },
    needed: ['email'],
    incomplete: 'email-invalid',
    send: ({ email }) => requestPasswordReset(email.trim()),
    onSent: (_, { email }) => setSentTo(email.trim()),
  });

  if (sentTo !== null) {
    return (
      <AuthLayout
        title="Check your inbox"
        description="The link in the email opens a page where you choose a new password. It works once."
      >
        <CheckInbox email={sentTo} onOtherEmail={() => setSentTo(null)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Forgot your password?" description="Tell us your email, and we send a link to set a new one.">
      <form {...form}>
        {error && <Notice tone="bad">{error.message}</Notice>}
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <Button type="submit" variant="primary" size="lg" busy={isBusy}>
          Send the link
        </Button>
      </form>
      <p className="mt-6 border-t border-line pt-5 text-ink-2">
        Remembered it?{' '}
        <Link to="/login" className="link font-[650] text-ink">
          Login
        </Link>
      </p>
    </AuthLayout>
  );
}

function CheckInbox({ email, onOtherEmail }: { readonly email: string; readonly onOtherEmail: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <p>
        If there’s an account for <strong className="font-[650] wrap-anywhere">{email}</strong>, an email is on its way.
        Nothing after a few minutes? Look in the spam folder, or check the spelling of the address.
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <Link to="/login" className={buttonClass({ variant: 'primary' })}>
          Back to Login
        </Link>
        <Button onClick={onOtherEmail}>Use another email</Button>
      </div>
    </div>
  );
}
