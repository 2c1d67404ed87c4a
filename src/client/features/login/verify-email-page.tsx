import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { confirmVerification } from '../../session/account-calls.ts';
import { refreshBoot } from '../../session/boot.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';

export interface VerifyEmailPageProps {
  readonly isSignedIn: boolean;
}

/** The token is sent by script after the page has loaded: a mail scanner that only fetches the link confirms nothing. */
export function VerifyEmailPage({ isSignedIn }: VerifyEmailPageProps) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [attempt, setAttempt] = useState(1);
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof confirmVerification>> | null>(null);
  const sent = useRef('');
  const error = outcome?.ok === false ? outcome.error : null;

  useEffect(() => {
    // React may run an effect twice; the token must go out once, because the second answer would be 'already used'.
    const sending = `${attempt} ${token}`;
    if (token === '' || sent.current === sending) return;
    sent.current = sending;
    void confirmVerification(token).then((answer) => {
      setOutcome(answer);
      if (answer.ok) void refreshBoot();
    });
  }, [token, attempt]);

  const tryAgain = () => {
    setOutcome(null);
    setAttempt(attempt + 1);
  };

  if (outcome?.ok) {
    return (
      <AuthLayout title="Email confirmed" description="Thank you. This address is now known to be yours.">
        <Verified isSignedIn={isSignedIn} />
      </AuthLayout>
    );
  }
  if (token === '' || error?.code === 'link-expired') {
    return (
      <AuthLayout
        title={token === '' ? 'This link is not complete' : 'This link no longer works'}
        description="A link works only for a while. A new one takes a moment, and your account works meanwhile."
      >
        <NeedsNewLink isSignedIn={isSignedIn} />
      </AuthLayout>
    );
  }
  if (error) {
    return (
      <AuthLayout
        title="Not confirmed yet"
        description="Your link is still good. Only the last step did not go through."
      >
        <div className="flex flex-col gap-5">
          <Notice tone="bad">{error.message}</Notice>
          <Button variant="primary" size="lg" onClick={tryAgain}>
            Try again
          </Button>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Confirming your email" description="This takes a moment.">
      <p className="flex items-center gap-3 text-ink-2">
        <Spinner /> One moment
      </p>
    </AuthLayout>
  );
}

function Verified({ isSignedIn }: VerifyEmailPageProps) {
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="good">You can close this page, or go on from here.</Notice>
      <NextLink to={isSignedIn ? '/homepage' : '/login'}>{isSignedIn ? 'To your homepage' : 'Login'}</NextLink>
    </div>
  );
}

function NeedsNewLink({ isSignedIn }: VerifyEmailPageProps) {
  return (
    <div className="flex flex-col gap-5">
      <p>Your Account page says whether your email is confirmed, and sends a new mail if it is not.</p>
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
