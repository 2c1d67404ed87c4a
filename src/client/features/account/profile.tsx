import type { SignedInViewer } from '../../../protocol/account.ts';
import { useConfirmationMail } from '../../session/use-confirmation-mail.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MailIcon } from '../../ui/tool-icons.tsx';
import { Username } from './username.tsx';

export function Profile({ viewer }: { readonly viewer: SignedInViewer }) {
  return (
    <div className="flex flex-col gap-6">
      <Username username={viewer.username} />
      <dl>
        <dt className="text-14 text-ink-2">Email</dt>
        <dd className="text-18 wrap-anywhere">{viewer.email}</dd>
        <dd className="mt-2">{viewer.emailVerified ? <Confirmed /> : <ConfirmEmail email={viewer.email} />}</dd>
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

function ConfirmEmail({ email }: { readonly email: string }) {
  const { isSending, isSent, error, send } = useConfirmationMail();
  return (
    <div>
      <p className="text-14 font-[650] text-waiting-ink">Not confirmed yet</p>
      {error && (
        <Notice tone="bad" className="mt-3">
          {error.message}
        </Notice>
      )}
      <div aria-live="polite">
        {isSent && (
          <Notice tone="good" className="mt-3">
            A mail is on its way to <span className="wrap-anywhere">{email}</span>. Open its link to confirm. Not there?
            Look in the spam folder.
          </Notice>
        )}
      </div>
      <Button busy={isSending} onClick={send} className="mt-3">
        <MailIcon /> {isSent ? 'Send it again' : 'Confirm your email'}
      </Button>
    </div>
  );
}
