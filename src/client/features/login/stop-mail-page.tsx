import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { wishForMail } from '../../session/account-calls.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { BrokenLink } from './broken-link.tsx';

/** Opened from an invitation. Nothing happens without a press: mail scanners open every link. */
export function StopMailPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isWanted, setIsWanted] = useState(true);
  const { isBusy, error, run } = useAction(wishForMail);

  async function press(): Promise<void> {
    const answer = await run({ token, isWanted: !isWanted });
    if (answer) setIsWanted(answer.isWanted);
  }

  if (token === '' || error?.code === 'link-expired') return <BrokenLink />;
  return (
    <AuthLayout
      title={isWanted ? 'No more invitations?' : 'You won’t get any more invitations'}
      description={
        isWanted
          ? 'Someone invited you by email to help time a race, or asked us to write to you about one. We stop sending such emails to this address, whoever asks us to.'
          : 'People who invite you aren’t told. They can still give you a link themselves.'
      }
    >
      <div className="flex flex-col gap-5">
        {error && <Notice tone="bad">{error.message}</Notice>}
        {!isWanted && <Notice tone="good">Done. You can close this page.</Notice>}
        <Button variant={isWanted ? 'primary' : 'outline'} size="lg" busy={isBusy} onClick={() => void press()}>
          {isWanted ? 'Don’t write to me again' : 'Write to me again'}
        </Button>
        {isWanted && (
          <p className="text-14 text-ink-2">Emails about your own account, such as a new password, still come.</p>
        )}
      </div>
    </AuthLayout>
  );
}
