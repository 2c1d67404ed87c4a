import { useConfirmationMail } from '../../session/use-confirmation-mail.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MailIcon } from '../../ui/tool-icons.tsx';

export const CONFIRM_EMAIL = 'confirm-email';

export function ConfirmEmailStep({ email }: { readonly email: string }) {
  const { isSending, isSent, error, send } = useConfirmationMail();
  return (
    <section id={CONFIRM_EMAIL} className="scroll-mt-6 rounded-card border border-line bg-card p-5 shadow-card sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="max-w-md min-w-0">
          <h2 className="text-20 font-[720]">Confirm your email</h2>
          <p className="mt-1 text-ink-2">
            So that a lost password is never a lost account, and the events that you were invited to by mail are listed.
          </p>
        </div>
        <Button busy={isSending} onClick={send} className="max-sm:w-full">
          <MailIcon /> {isSent ? 'Send it again' : 'Send the mail'}
        </Button>
      </div>
      {error && (
        <Notice tone="bad" className="mt-4">
          {error.message}
        </Notice>
      )}
      <div aria-live="polite">
        {isSent && (
          <Notice tone="good" className="mt-4">
            A mail is on its way to <span className="wrap-anywhere">{email}</span>. Open its link to confirm. Not there?
            Look in the spam folder.
          </Notice>
        )}
      </div>
    </section>
  );
}
