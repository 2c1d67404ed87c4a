import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { confirmFollow } from '../../session/account-calls.ts';
import { useAction } from '../../session/use-action.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Opened from a mail. Nothing happens without a press: mail scanners open every link. */
export function ConfirmFollowPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [board, setBoard] = useState<string | null>(null);
  const { isBusy, error, run } = useAction(confirmFollow);

  if (token === '' || error?.code === 'link-expired') {
    return (
      <AuthLayout title="This link doesn’t work any more" description="Links to follow a race work for seven days.">
        <p>Ask again on the page of the race. If its link has changed, ask the organiser for the new one.</p>
      </AuthLayout>
    );
  }
  if (board !== null) {
    return (
      <AuthLayout title="You follow the race" description="We write as soon as something happens.">
        <div className="flex flex-col gap-5">
          <Notice tone="good">Each email has a link that stops them.</Notice>
          <a href={board} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Open the board
          </a>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Follow by email?"
      description="We write to this address about the race in the email, and stop after it."
    >
      <div className="flex flex-col gap-5">
        {error && <Notice tone="bad">{error.message}</Notice>}
        <Button
          variant="primary"
          size="lg"
          busy={isBusy}
          onClick={() => void run(token).then((answer) => answer && setBoard(answer.board))}
        >
          Yes, write to me
        </Button>
      </div>
    </AuthLayout>
  );
}
