import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { BoltIcon, SignOutIcon, UserIcon } from '../../ui/icons.tsx';
import { InfoTip, TooltipProvider } from '../../ui/tooltip.tsx';
import { Avatar } from './avatar.tsx';
import { displayNameOf } from './display-name.ts';
import type { HomePageProps } from './home-page.tsx';

export function UserPanel({ viewer, isSigningOut, onSignOut }: HomePageProps) {
  return (
    <aside
      aria-label="You"
      className="min-w-0 self-start rounded-card border border-line bg-card p-5 shadow-card sm:p-6 lg:sticky lg:top-6"
    >
      <div className="flex items-center gap-4">
        <Avatar email={viewer.email} className="size-16 shrink-0 rounded-card" />
        <div className="min-w-0">
          <h1 className="heading text-24 wrap-anywhere">{displayNameOf(viewer)}</h1>
          <p className="text-14 wrap-anywhere text-ink-2">{viewer.email}</p>
        </div>
      </div>
      <p className="mt-5 flex items-center gap-2 border-y border-line py-4">
        <BoltIcon className="size-5" />
        <span className="digits text-20 font-[720]">{viewer.credits}</span>
        <span className="text-ink-2">credits</span>
        <span className="ml-auto">
          <TooltipProvider>
            <InfoTip topic="credits" />
          </TooltipProvider>
        </span>
      </p>
      <div className="mt-5 flex flex-col gap-3">
        <Link to="/buy-credits" className={buttonClass()}>
          Purchase Credits
        </Link>
        <div className="grid grid-cols-2 gap-3">
          <Link to="/account" className={buttonClass({ variant: 'quiet' })}>
            <UserIcon /> Account
          </Link>
          <Button variant="quiet" busy={isSigningOut} onClick={onSignOut}>
            <SignOutIcon /> Logout
          </Button>
        </div>
      </div>
    </aside>
  );
}
