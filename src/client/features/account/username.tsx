import { type FormEvent, useState } from 'react';
import { MAX_USERNAME_LENGTH } from '../../../protocol/limits.ts';
import { changeUsername } from '../../session/account-calls.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The name that others read: in the history of an event, in invitations, and on the page of shared events. */
export function Username({ username }: { readonly username: string }) {
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
