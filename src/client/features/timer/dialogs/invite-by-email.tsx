import { type FormEvent, useState } from 'react';
import { errors } from '../../../../protocol/errors.ts';
import { MAX_EMAIL_LENGTH } from '../../../../protocol/limits.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { MailIcon } from '../../../ui/tool-icons.tsx';
import type { OpenEvent } from '../event-context.ts';
import { recordAndHear } from './await-answer.ts';

const INVITED = 'Guest admin invited successfully.';

export function InviteByEmail({ open }: { readonly open: OpenEvent }) {
  const { alert } = useAlert();
  const [error, setError] = useState<string | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem('email');
    if (!(field instanceof HTMLInputElement) || isBusy) return;
    const email = field.value.trim().toLowerCase();
    setError(null);
    setIsWaiting(false);
    if (email === '') return;
    if (!field.validity.valid) return setError(errors['email-invalid'].text);
    setIsBusy(true);
    const outcome = await recordAndHear(open.sync, open.eventId, { type: 'admin.invite', email });
    setIsBusy(false);
    if (outcome.kind === 'refused') return setError(errors[outcome.code].text);
    form.reset();
    if (outcome.kind === 'accepted') await alert(INVITED);
    else setIsWaiting(true);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <div className="flex gap-3 max-sm:flex-col">
        <Field
          name="email"
          type="email"
          label="Invite by email"
          autoComplete="off"
          inputMode="email"
          placeholder="name@example.com"
          maxLength={MAX_EMAIL_LENGTH}
          className="min-w-0 flex-1"
          onChange={() => setError(null)}
          {...(error === null ? {} : { error })}
        />
        <Button type="submit" busy={isBusy} className="sm:mt-[26px] sm:self-start">
          <MailIcon /> Send invitation
        </Button>
      </div>
      <div role="status">
        {isWaiting && <Notice tone="info">Kept on this device. The mail goes out when the connection is back.</Notice>}
      </div>
    </form>
  );
}
