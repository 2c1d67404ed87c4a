import { Link } from 'react-router';
import type { SignedInViewer } from '../../../protocol/account.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { InfoTip } from '../../ui/info-tip.tsx';
import { BoltIcon, UserIcon } from '../../ui/icons.tsx';
import { SignOutIcon } from '../../ui/tool-icons.tsx';
import { IDENTICON_SIZE, identiconOf } from './identicon.ts';
import { displayNameOf } from './display-name.ts';
import { ShareAddress } from './share-address.tsx';

export interface UserPanelProps {
  readonly viewer: SignedInViewer;
  readonly credits: number;
  readonly isSigningOut: boolean;
  readonly onSignOut: () => void;
  readonly className: string;
}

export function UserPanel({ viewer, credits, isSigningOut, onSignOut, className }: UserPanelProps) {
  return (
    <aside
      aria-label="You"
      className={`min-w-0 self-start rounded-card border border-line bg-card p-5 shadow-card sm:p-6 lg:sticky lg:top-6 ${className}`}
    >
      <div className="flex items-center gap-4">
        <Avatar email={viewer.email} className="size-16 shrink-0 rounded-card" />
        <div className="min-w-0">
          <h2 dir="auto" className={`heading wrap-anywhere ${viewer.username.trim() === '' ? 'text-18' : 'text-24'}`}>
            {displayNameOf(viewer)}
          </h2>
          <p className="text-14 wrap-anywhere text-ink-2">{viewer.email}</p>
        </div>
      </div>
      <div className="mt-5 border-y border-line py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex items-center gap-2">
            <BoltIcon className="size-5" />
            <span className="digits text-20 font-[720]">{credits}</span>
            <span className="text-ink-2">credits</span>
            <span className="ms-2">
              <InfoTip topic="credits" />
            </span>
          </p>
          <Link to="/buy-credits" className={`${buttonClass()} whitespace-nowrap max-sm:flex-1 lg:w-full`}>
            Purchase Credits
          </Link>
        </div>
      </div>
      <ShareAddress userId={viewer.userId} username={viewer.username} />
      <div className="-mb-2 grid grid-cols-2 gap-3 pt-3">
        <Link to="/account" className={buttonClass({ variant: 'quiet' })}>
          <UserIcon /> Account
        </Link>
        <Button variant="quiet" busy={isSigningOut} onClick={onSignOut}>
          <SignOutIcon /> Logout
        </Button>
      </div>
    </aside>
  );
}

/** One empty cell around the grid. */
const VIEW_BOX = `-1 -1 ${IDENTICON_SIZE + 2} ${IDENTICON_SIZE + 2}`;

/** Screen readers pass over the picture: the name stands beside it. */
function Avatar({ email, className }: { readonly email: string; readonly className: string }) {
  const { hue, cells } = identiconOf(email);
  return (
    <svg viewBox={VIEW_BOX} aria-hidden="true" shapeRendering="crispEdges" className={`bg-soft ${className}`}>
      {cells.map(({ x, y }) => (
        <rect key={`${x},${y}`} x={x} y={y} width={1} height={1} fill={`oklch(0.62 0.15 ${hue})`} />
      ))}
    </svg>
  );
}
