import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { stopFollowing } from '../../session/account-calls.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { BrokenLink } from './broken-link.tsx';

/** Opened from a mail or a notification. Nothing happens without a press: mail scanners open every link. */
export function UnfollowPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isStopped, setIsStopped] = useState(false);
  const { isBusy, error, run } = useAction(stopFollowing);

  if (token === '' || error?.code === 'link-expired') return <BrokenLink />;
  return (
    <AuthLayout
      title={isStopped ? 'Stopped' : 'Stop the messages?'}
      description={
        isStopped
          ? 'You get no more messages about this racer. The board stays open to you.'
          : 'You’re following a race. Press once to stop all messages about it.'
      }
    >
      <div className="flex flex-col gap-5">
        {error && <Notice tone="bad">{error.message}</Notice>}
        {isStopped ? (
          <Notice tone="good">Done. You can close this page.</Notice>
        ) : (
          <Button
            variant="primary"
            size="lg"
            busy={isBusy}
            onClick={() => void run(token).then((answer) => answer && setIsStopped(true))}
          >
            Stop the messages
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}
