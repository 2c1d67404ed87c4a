import type { SignedInViewer } from '../../../protocol/account.ts';
import { useConfirmationMail } from '../../session/use-confirmation-mail.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { ConfirmEmail } from '../../ui/confirm-email.tsx';
import { type FormEvent, useState } from 'react';
import { MAX_USERNAME_LENGTH } from '../../../protocol/limits.ts';
import { changeUsername } from '../../session/account-calls.ts';
import { useAction } from '../../session/use-action.ts';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';

export function Profile({ viewer }: { readonly viewer: SignedInViewer }) {
  return (
    <div className="flex flex-col gap-6">
      <Username username={viewer.username} />
      <dl>
        <dt className="text-14 text-ink-2">Email</dt>
        <dd className="text-18 wrap-anywhere">{viewer.email}</dd>
        <dd className="mt-2">{viewer.emailVerified ? <Confirmed /> : <NotConfirmed email={viewer.email} />}</dd>
      </dl>
    </div>
  );
}

function Confirmed() {
  return (
    <span className="inline-flex items-center gap-1.5 text-14 font-[650] text-good">
      <CheckIcon className="size-4" /> Confirmed
    </span>
  );
}

function NotConfirmed({ email }: { readonly email: string }) {
  return (
    <ConfirmEmail email={email} {...useConfirmationMail()}>
      <p className="text-14 font-[650] text-waiting-ink">Not confirmed yet</p>
    </ConfirmEmail>
  );
}

/** The name that others read: in the history of an event, in invitations, and on the page of shared events. */
function Username({ username }: { readonly username: string }) {
  // Null until somebody types: the field then follows a name that was changed on another device.
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft ?? username;
  const { isBusy, error, run } = useAction(changeUsername);
  const isNew = typed.trim() !== username;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isNew || (await run(typed)) === null) return;
    setDraft(null);
    showToast('Name saved.', { tone: 'good' });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex gap-3">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        dir="auto"
        maxLength={MAX_USERNAME_LENGTH}
        hint={
          username === ''
            ? 'You have none yet. Others read it in the history, in invitations and on your public page.'
            : 'Others read it in the history, in invitations and on your public page.'
        }
        {...(error === null ? {} : { error: error.message })}
        value={typed}
        onChange={(event) => setDraft(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={isBusy} disabled={!isNew} className="mt-[26px] self-start">
        Save
      </Button>
    </form>
  );
}
