import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { disownAccount } from '../../session/account-calls.ts';
import { refreshBoot } from '../../session/boot.ts';
import { useAction } from '../../session/use-action.ts';
import { useSite } from '../../session/viewer.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TrashIcon } from '../../ui/tool-icons.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** For a reader of a mail about an account that is not theirs. Like every link in a mail it does nothing by itself. */
export function NotMyAccountPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isRemoved, setIsRemoved] = useState(false);
  const { isBusy, error, run } = useAction(disownAccount);

  const remove = async () => {
    if ((await run(token)) === null) return;
    setIsRemoved(true);
    // The account may have been signed in on this very device.
    void refreshBoot();
  };

  if (isRemoved) {
    return (
      <AuthLayout
        title="Account removed"
        description="Your email address is free again, and nobody can sign in with it."
      >
        <Notice tone="good">There’s nothing more to do. You can close this page.</Notice>
      </AuthLayout>
    );
  }
  if (token === '' || error?.code === 'link-expired') {
    return (
      <AuthLayout
        title={token === '' ? 'This link isn’t complete' : 'This link no longer works'}
        description="A link works for seven days. If someone removed the account already, there’s nothing more to do."
      >
        <OtherWays />
      </AuthLayout>
    );
  }
  if (error?.code === 'address-confirmed') {
    return (
      <AuthLayout
        title="This address has been confirmed"
        description="Someone who reads your email and has the account’s password has confirmed it, so we don’t remove it here."
      >
        <OtherWays />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="You didn’t sign up?"
      description="Someone signed up for Pushoff with your email address and hasn’t confirmed it."
    >
      <div className="flex flex-col gap-5">
        {error && <Notice tone="bad">{error.message}</Notice>}
        <p>
          You can remove the account. That deletes everything in it for good, signs out anyone who’s signed in to it,
          and frees your address.
        </p>
        <Button variant="danger" size="lg" busy={isBusy} onClick={() => void remove()}>
          <TrashIcon /> Remove this account
        </Button>
        <p className="text-14 text-ink-2">If it was you after all, just close this page.</p>
      </div>
    </AuthLayout>
  );
}

function OtherWays() {
  const { supportEmail } = useSite();
  return (
    <div className="flex flex-col gap-5">
      <p>
        Is there still an account with your address that isn’t yours? Set a new password. Then it’s yours, and everyone
        else is signed out. Questions:{' '}
        <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
          {supportEmail}
        </a>
      </p>
      <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Set a new password
      </Link>
    </div>
  );
}
