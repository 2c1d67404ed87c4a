import { Link } from 'react-router';
import type { SignUpAnswer, SignUpRequest } from '../../../protocol/account.ts';
import { MIN_PASSWORD_LENGTH } from '../../../protocol/limits.ts';
import { signUp } from '../../session/account-calls.ts';
import type { CallError } from '../../session/api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from './use-form.ts';

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
  readonly onCreated: (answer: SignUpAnswer, typed: SignUpRequest) => void;
}

export function SignUpForm({ email, onEmailChange, onCreated }: SignUpFormProps) {
  const { isBusy, error, form, field } = useForm({
    initial: { username: '', email, password: '' },
    needed: ['email', 'password'],
    incomplete: 'email-and-password-required',
    send: signUp,
    onSent: onCreated,
    onChange: (typed) => onEmailChange(typed.email),
  });

  return (
    <form {...form}>
      {error && <SignUpError error={error} email={email} />}
      <Field
        label="Username"
        autoComplete="nickname"
        hint="Optional. Shown in place of your email."
        {...field('username')}
      />
      <Field
        label="Email"
        type="email"
        data-first-field
        // The name under which the login form asks for it: a password manager stores the address with the password.
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        {...field('password')}
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

/** The texts open beside the form: reading them does not lose what has been typed. */
function Consent() {
  return (
    <p className="text-14 text-ink-2">
      By signing up you confirm that you’re at least 13 years old, and you agree to the{' '}
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
