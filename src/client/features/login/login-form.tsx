import { Link } from 'react-router';
import { login } from '../../session/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from './use-form.ts';

export interface LoginFormProps {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
}

/** A login needs no further step: the viewer has changed, and this page is not for signed-in viewers. */
export function LoginForm({ email, onEmailChange }: LoginFormProps) {
  const { isBusy, error, form, field } = useForm({
    initial: { email, password: '' },
    needed: ['email', 'password'],
    incomplete: 'email-and-password-required',
    send: login,
    onChange: (typed) => onEmailChange(typed.email),
  });

  return (
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
      <div>
        <Field label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <Link
          to="/forgot-password"
          state={{ email }}
          className="link mt-1 inline-flex min-h-12 items-center text-14 text-ink-2"
        >
          Forgot password?
        </Link>
      </div>
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        Login
      </Button>
    </form>
  );
}
