import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { login } from '../../session/sign-in.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusFirstEmpty, isComplete, refuseIncomplete } from './credentials.ts';

export interface LoginFormProps {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
}

/** There is nothing to do after a login: the viewer has changed, and this page is not for those who are signed in. */
export function LoginForm({ email, onEmailChange }: LoginFormProps) {
  const [password, setPassword] = useState('');
  const { isBusy, error, run } = useAction((credentials: { email: string; password: string }) =>
    isComplete(credentials) ? login(credentials) : refuseIncomplete(),
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstEmpty(event, ['email', 'password']);
    void run({ email, password });
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {error && <Notice tone="bad">{error.message}</Notice>}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
      />
      <div>
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
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
