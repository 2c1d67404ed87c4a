import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { SignUpAnswer, SignUpRequest } from '../../../protocol/account.ts';
import { MIN_PASSWORD_LENGTH } from '../../../protocol/limits.ts';
import { signUp } from '../../session/account-calls.ts';
import type { CallError } from '../../session/api.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusFirstEmpty, isComplete, refuseIncomplete } from './credentials.ts';

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
  readonly onCreated: (answer: SignUpAnswer) => void;
}

export function SignUpForm({ email, onEmailChange, onCreated }: SignUpFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { isBusy, error, run } = useAction((request: SignUpRequest) =>
    isComplete(request) ? signUp(request) : refuseIncomplete(),
  );

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstEmpty(event, ['email', 'password']);
    const answer = await run({ username, email, password });
    if (answer) onCreated(answer);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {error && <SignUpError error={error} email={email} />}
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        hint="Optional. Shown in place of your email."
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        Sign Up
      </Button>
      <Consent />
    </form>
  );
}

function SignUpError({ error, email }: { readonly error: CallError; readonly email: string }) {
  return (
    <Notice tone="bad">
      <p>{error.message}</p>
      {error.code === 'email-taken' && (
        <p className="mt-1 flex flex-wrap gap-x-5">
          <Link to="/login" replace className="link inline-flex min-h-11 items-center font-[650]">
            Log in
          </Link>
          <Link to="/forgot-password" state={{ email }} className="link inline-flex min-h-11 items-center font-[650]">
            Reset password
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** The texts open beside the form: what has been typed here is not lost by reading them. */
function Consent() {
  return (
    <p className="text-14 text-ink-2">
      By signing up you confirm that you are at least 13 years old, and you agree to the{' '}
      <Link to="/tos" target="_blank" className="link text-ink">
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link to="/privacypolicy" target="_blank" className="link text-ink">
        Privacy Policy
      </Link>
      .
    </p>
  );
}
