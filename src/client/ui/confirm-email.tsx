import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { MailIcon } from './tool-icons.tsx';

export interface ConfirmEmailProps {
  readonly email: string;
  /** Reason for confirming the address. */
  readonly children: ReactNode;
  readonly label?: string;
  readonly isSending: boolean;
  readonly isSent: boolean;
  readonly error: { readonly message: string } | null;
  readonly send: () => void;
}

/** Asks for the mail that confirms an address, and says that it is on its way. */
export function ConfirmEmail(props: ConfirmEmailProps) {
  const { email, children, label = 'Confirm your email', isSending, isSent, error, send } = props;
  return (
    <div>
      {children}
      {error && (
        <Notice tone="bad" className="mt-3">
          {error.message}
        </Notice>
      )}
      <div role="status">
        {isSent && (
          <Notice tone="good" className="mt-3">
            We’ve emailed <span className="wrap-anywhere">{email}</span>. Open the link in it to confirm. Nothing there?
            Check your spam folder.
          </Notice>
        )}
      </div>
      <Button busy={isSending} onClick={send} className="mt-3 max-sm:w-full">
        <MailIcon /> {isSent ? 'Send it again' : label}
      </Button>
    </div>
  );
}
