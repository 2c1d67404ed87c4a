import { useConfirmationMail } from '../../session/use-confirmation-mail.ts';
import { ConfirmEmail } from '../../ui/confirm-email.tsx';

export const CONFIRM_EMAIL = 'confirm-email';

export function ConfirmEmailStep({ email }: { readonly email: string }) {
  return (
    <section id={CONFIRM_EMAIL} className="scroll-mt-6 rounded-card border border-line bg-card p-5 shadow-card sm:p-6">
      <ConfirmEmail email={email} label="Send the email" {...useConfirmationMail()}>
        <h2 className="text-20 font-[720]">Confirm your email</h2>
        <p className="mt-1 max-w-md text-ink-2">
          So you can reset your password and see events you’ve been invited to.
        </p>
      </ConfirmEmail>
    </section>
  );
}
