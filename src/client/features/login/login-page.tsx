import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { LoginRequest, SignUpAnswer } from '../../../protocol/account.ts';
import { readNext, withNext } from '../../session/next-page.ts';
import { login } from '../../session/sign-in.ts';
import { useAction } from '../../session/use-action.ts';
import { useSite } from '../../session/viewer.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { filledEventsCovered } from '../../../domain/credits/coverage.ts';
import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../../domain/credits/prices.ts';
import { BoltIcon } from '../../ui/icons.tsx';

const DESCRIPTION = 'You’re one step from an easy-to-use time trial timing solution.';
const ACCOUNT_CREATED = 'Account created!';
const ACCOUNT_CREATED_WITH_GIFT = 'Account created! You have been granted 100 credits to start exploring our tools.';

/** A new account can go on without typing again for as long as its maker is likely to stand in front of the page. */
const CONTINUES_MS = 10 * 60_000;

/** Each mode has its own form, so toggling drops the password and the error message; the email is kept. */
export function LoginPage() {
  const [search, setSearch] = useSearchParams();
  const [email, setEmail] = useState('');
  const [isWaiting, setIsWaiting] = useState(false);
  const [created, setCreated] = useState<LoginRequest | null>(null);
  const { alert } = useAlert();
  const isSignUp = search.get('signup') === 'true';
  const next = readNext(search);

  useEffect(() => {
    if (created === null) return;
    const timer = setTimeout(() => setCreated(null), CONTINUES_MS);
    return () => clearTimeout(timer);
  }, [created]);

  const finishSignUp = async ({ accepted, granted }: SignUpAnswer, typed: LoginRequest) => {
    // A server of the release before does not send `granted`, and always grants.
    await alert(granted === false ? ACCOUNT_CREATED : ACCOUNT_CREATED_WITH_GIFT);
    setEmail('');
    setIsWaiting(!accepted);
    setCreated(accepted ? typed : null);
    setSearch(next === null ? {} : { next }, { replace: true });
  };

  if (isSignUp) {
    return (
      <AuthLayout title="Create Your Account" description={DESCRIPTION} aside={<WelcomeCredits />}>
        <SignUpForm
          email={email}
          onEmailChange={setEmail}
          onCreated={(answer, typed) => void finishSignUp(answer, typed)}
        />
        <p className="mt-6 border-t border-line pt-5 text-ink-2">
          Already have an account?{' '}
          <Link to={withNext('/login', next)} replace className="link font-[650] text-ink">
            Login
          </Link>
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Login to Your Account" description={DESCRIPTION}>
      {isWaiting && <AwaitingAcceptance />}
      {created && <ContinueAs account={created} next={next} />}
      <LoginForm email={email} onEmailChange={setEmail} />
      <p className="mt-6 border-t border-line pt-5 text-ink-2">
        No account yet?{' '}
        <Link to={withNext('/login?signup=true', next)} replace className="link font-[650] text-ink">
          Create one
        </Link>
      </p>
    </AuthLayout>
  );
}

/** Signs in with what was typed a moment ago, which no other page and no storage has. */
function ContinueAs({ account, next }: { readonly account: LoginRequest; readonly next: string | null }) {
  const navigate = useNavigate();
  const { isBusy, error, run } = useAction(login);
  const proceed = async () => {
    // A login leads to the homepage, and a new account has nothing there yet.
    if ((await run(account)) !== null && next === null) void navigate('/timer#new');
  };
  return (
    <div className="mb-6 flex flex-col gap-3 border-b border-line pb-6">
      {error && <Notice tone="bad">{error.message}</Notice>}
      <Button variant="primary" size="lg" busy={isBusy} onClick={() => void proceed()} className="w-full">
        <span className="min-w-0 wrap-anywhere">
          Continue as <bdi>{account.email}</bdi>
        </span>
      </Button>
      <p className="text-14 text-ink-2">Or log in with another account:</p>
    </div>
  );
}

function AwaitingAcceptance() {
  const { supportEmail } = useSite();
  return (
    <Notice tone="info" className="mb-6">
      Your account is waiting to be accepted. You can log in as soon as it is. Questions:{' '}
      <a href={`mailto:${supportEmail}`} className="link">
        {supportEmail}
      </a>
    </Notice>
  );
}

const EXAMPLE_RACERS = 10;

function WelcomeCredits() {
  return (
    <div className="rounded-board bg-board p-6 text-on-board shadow-board">
      <p className="flex items-center gap-2">
        <BoltIcon className="size-6 text-accent" />
        <span className="digits text-32 font-[720]">{WELCOME_CREDITS}</span>
        <span className="text-18">credits free</span>
      </p>
      <p className="mt-2 text-on-board-2">
        An event costs {EVENT_COST} and a racer {RACER_COST}, so that is{' '}
        {filledEventsCovered(WELCOME_CREDITS, EXAMPLE_RACERS)} events with {EXAMPLE_RACERS} racers each. No card asked.
      </p>
    </div>
  );
}
