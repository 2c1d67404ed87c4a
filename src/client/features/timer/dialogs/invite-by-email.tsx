import { type FormEvent, useState } from 'react';
import { LANGUAGE } from '../../../../domain/language.ts';
import { errors } from '../../../../protocol/errors.ts';
import { MAX_EMAIL_LENGTH } from '../../../../protocol/limits.ts';
import { useConfirmationMail } from '../../../session/use-confirmation-mail.ts';
import { useViewer } from '../../../session/viewer.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmEmail } from '../../../ui/confirm-email.tsx';
import { Field } from '../../../ui/field.tsx';
import { languages } from '../../../ui/languages.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { MailIcon } from '../../../ui/tool-icons.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { recordAndHear } from '../../../event/await-answer.ts';

const INVITED = 'Guest admin invited successfully.';

/** An invitation goes to a stranger in the sender's name, so only senders with a confirmed address may send it. */
export function InviteByEmail({ open }: { readonly open: OpenEvent }) {
  const viewer = useViewer();
  // A guest sends the link, or shows its code.
  if (viewer.kind !== 'user') return null;
  return (
    <div className="border-t border-line pt-5">
      {viewer.emailVerified ? <InvitationForm open={open} /> : <ConfirmFirst email={viewer.email} />}
    </div>
  );
}

function ConfirmFirst({ email }: { readonly email: string }) {
  return (
    <ConfirmEmail email={email} {...useConfirmationMail()}>
      <p className="font-[650]">Invite by email</p>
      <p className="mt-2 text-ink-2">
        Confirm your own address first, so that nobody can send email in your name. Until then, send the link yourself
        or show the code.
      </p>
    </ConfirmEmail>
  );
}

function InvitationForm({ open }: { readonly open: OpenEvent }) {
  const { alert } = useAlert();
  const [error, setError] = useState<string | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [language, setLanguage] = useState(LANGUAGE);

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
    const outcome = await recordAndHear(open.sync, open.eventId, { type: 'admin.invite', email, language });
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
      {languages.length > 1 && (
        <SelectField
          label="Language of the email"
          value={language}
          onChange={setLanguage}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      <p className="text-14 text-ink-2">
        People who have asked us not to write get no email. Send them the link yourself.
      </p>
      <div role="status">
        {isWaiting && (
          <Notice tone="info">Saved on this device. The email goes out when the connection is back.</Notice>
        )}
      </div>
    </form>
  );
}
