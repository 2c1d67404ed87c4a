import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { showToast } from '../../ui/toast.tsx';
import { InfoTip } from '../../ui/info-tip.tsx';
import { OpenIcon } from '../../ui/icons.tsx';
import { CopyIcon } from '../../ui/tool-icons.tsx';

/** The page of everything that the user shares. Its group has the id of its owner. */
export function ShareAddress({ userId, username }: { readonly userId: string; readonly username: string }) {
  const path = `/events?id=${encodeURIComponent(userId)}`;
  const address = `${window.location.origin}${path}`;

  async function copy(): Promise<void> {
    const isCopied = await copyText(address);
    if (isCopied) showToast('Link copied to clipboard.', { tone: 'good' });
    else showToast('This browser doesn’t allow copying. Press and hold the link instead.', { tone: 'bad' });
  }

  return (
    <section aria-labelledby="share-address" className="border-b border-line py-4">
      <div className="flex items-center justify-between gap-2">
        <h3 id="share-address" className="text-14 font-[650]">
          Public sharing URL
        </h3>
        <InfoTip topic="shareUrl" />
      </div>
      <div className="mt-1 flex items-center gap-2">
        {/* Truncated on the screen only: copying the link gives the whole. */}
        <Link
          to={path}
          title="Open your public page"
          className="flex min-h-12 min-w-0 flex-1 items-center gap-2 text-14 text-ink-2 hover:text-ink"
        >
          <OpenIcon className="size-4" />
          <span className="link truncate">{address}</span>
        </Link>
        <Button aria-label="Copy the public sharing URL" onClick={() => void copy()}>
          <CopyIcon /> Copy
        </Button>
      </div>
      {username.trim() === '' && (
        <p className="mt-1 text-14 text-ink-2">
          The page doesn’t say whose events these are.{' '}
          <Link to="/account" className="link py-3 text-ink">
            Set your name
          </Link>
        </p>
      )}
    </section>
  );
}
