import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ok } from '../../../domain/result.ts';
import { confirmVerification } from '../../session/account-calls.ts';
import type { CallError } from '../../session/api.ts';
import { refreshBoot } from '../../session/boot.ts';
import { useAction } from '../../session/use-action.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useForm } from './use-form.ts';

export interface VerifyEmailPageProps {
  /** The address of the signed-in user. */
  readonly email: string | null;
}

/** Nothing happens until a press: mail scanners open links, and some run the scripts of the page. */
export function VerifyEmailPage({ email }: VerifyEmailPageProps) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [isOfAnother, setIsOfAnother] = useState(false);
  const { isBusy, error, run } = useAction(confirmVerification);

  const confirm = async (password?: string) => {
    if ((await run({ token, ...(password !== undefined && { password }) })) === null) return;
    setIsConfirmed(true);
    void refreshBoot();
  };

  if (isConfirmed) {
    return (
      <AuthLayout title="Email confirmed" description="Thanks. Your email is confirmed.">
        <Confirmed isSignedIn={email !== null} />
      </AuthLayout>
    );
  }
  if (token === '' || error?.code === 'link-expired') {
    return (
      <AuthLayout
        title={token === '' ? 'This link isn’t complete' : 'This link no longer works'}
        description="A link works only for a while. A new one takes a moment, and your account still works."
      >
        <NeedsNewLink isSignedIn={email !== null} />
      </AuthLayout>
    );
  }
  if (email !== null && !isOfAnother && error?.code !== 'account-password-needed') {
    return (
      <AuthLayout
        title="Confirm your email address"
        description="Then what others share with this address reaches your account."
      >
        <div className="flex flex-col gap-5">
          {error && <Notice tone="bad">{error.message}</Notice>}
          <p>
            You’re signed in as <strong className="font-[650] wrap-anywhere">{email}</strong>.
          </p>
          <Button variant="primary" size="lg" busy={isBusy} onClick={() => void confirm()}>
            Confirm this address
          </Button>
        </div>
        <NotMe token={token} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Is this your account?"
      description="Someone signed up for Pushoff with your email address. If it was you, confirm with the account’s password. If it wasn’t, don’t confirm."
    >
      {email !== null && (
        <Notice tone="info" className="mb-5">
          You’re signed in as <span className="wrap-anywhere">{email}</span>. This link is for another account.
        </Notice>
      )}
      <PasswordForm
        error={error?.code === 'account-password-needed' ? null : error}
        isBusy={isBusy}
        onSubmit={(password) => {
          setIsOfAnother(true);
          void confirm(password);
        }}
      />
      <NotMe token={token} />
    </AuthLayout>
  );
}

interface PasswordFormProps {
  readonly error: CallError | null;
  readonly isBusy: boolean;
  readonly onSubmit: (password: string) => void;
}

function PasswordForm({ error, isBusy, onSubmit }: PasswordFormProps) {
  const { form, field } = useForm({
    initial: { password: '' },
    needed: ['password'],
    incomplete: 'account-password-needed',
    send: async ({ password }) => ok(onSubmit(password)),
  });
  return (
    <form {...form}>
      {error && (
        <Notice tone="bad">
          {error.code === 'wrong-password' ? 'That isn’t the password of this account.' : error.message}
        </Notice>
      )}
      <div>
        <Field label="Password of the account" type="password" autoComplete="current-password" {...field('password')} />
        <Link to="/forgot-password" className="link mt-1 inline-flex min-h-12 items-center text-14 text-ink-2">
          Forgot password?
        </Link>
      </div>
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        Confirm this address
      </Button>
    </form>
  );
}

function NotMe({ token }: { readonly token: string }) {
  return (
    <p className="mt-6 border-t border-line pt-5 text-ink-2">
      You didn’t sign up?{' '}
      <Link to={`/not-my-account?${new URLSearchParams({ token })}`} className="link font-[650] text-ink">
        It wasn’t me
      </Link>
    </p>
  );
}

function Confirmed({ isSignedIn }: { readonly isSignedIn: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="good">You can close this page, or continue from here.</Notice>
      <NextLink to={isSignedIn ? '/homepage' : '/login'}>{isSignedIn ? 'To your homepage' : 'Login'}</NextLink>
    </div>
  );
}

function NeedsNewLink({ isSignedIn }: { readonly isSignedIn: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <p>Your Account page says whether you’ve confirmed your email, and sends a new one if you haven’t.</p>
      <NextLink to={isSignedIn ? '/account' : '/login'}>{isSignedIn ? 'To your account' : 'Login'}</NextLink>
    </div>
  );
}

function NextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'primary', size: 'lg' })}>
      {children}
    </Link>
  );
}
