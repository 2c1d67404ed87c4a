import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { rateClock } from '../../../../../domain/timing/clock-quality.ts';
import { type ErrorCode, errors } from '../../../../../protocol/errors.ts';
import type { SyncClient } from '../../../../sync/sync-client.ts';
import { useObservable } from '../../../../sync/use-sync.ts';
import { WarningIcon } from '../../../../ui/icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { OutdatedNotice } from '../../outdated-notice.tsx';

export interface BoardNoticesProps {
  readonly sync: SyncClient;
  readonly problem: ErrorCode | null;
  readonly isOutdated: boolean;
  readonly awaitsCredits: boolean;
  /** The number of taps that the event still takes; null while there are plenty. */
  readonly roomLeft: number | null;
  readonly mayTime: boolean;
  /** The owner pays for the event. */
  readonly isOwner: boolean;
}

/** Notices that an admin must read before the next tap. */
export function BoardNotices(props: BoardNoticesProps) {
  const { sync, problem, isOutdated, awaitsCredits, roomLeft, mayTime, isOwner } = props;
  const isDurable = useObservable(sync.status, null)?.isDurable ?? true;
  const uncertainty = useObservable(sync.clock.quality, null);
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {isOutdated && <OutdatedNotice />}
      {problem !== null && (
        <Notice tone="bad">
          {errors[problem].text} This is what this device last knew of it; what you tap is kept here.
        </Notice>
      )}
      {mayTime && !isDurable && (
        <Notice tone="bad">
          This device cannot keep taps: what is not sent yet is lost when this page closes. Leave it open, or use
          another browser.
        </Notice>
      )}
      {mayTime && awaitsCredits && (
        <Notice tone="info">
          {errors['awaiting-credits'].text}{' '}
          {isOwner && (
            <Link to="/buy-credits" className="link font-[650]">
              Buy credits
            </Link>
          )}
        </Notice>
      )}
      {mayTime && roomLeft !== null && (
        <Notice tone={roomLeft === 0 ? 'bad' : 'info'}>
          {roomLeft === 0
            ? errors['event-full'].text
            : `This event has room for ${roomLeft} more taps. Duplicate it in good time to go on in a new one.`}
        </Notice>
      )}
      {mayTime && rateClock(uncertainty) === 'poor' && (
        <Warning>
          The clock of this device may be off by {uncertainty} ms. Every tap is kept; go where the signal is better for
          sharper times.
        </Warning>
      )}
    </div>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-2 px-1 text-14 font-[550] text-waiting-ink">
      <WarningIcon className="mt-0.5 size-4" />
      <span>{children}</span>
    </p>
  );
}
