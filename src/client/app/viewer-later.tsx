import { useEffect } from 'react';
import { readErrors } from '../../protocol/read-errors.ts';
import { followSignIn } from '../session/follow-sign-in.ts';
import { createBackgroundCall } from '../sync/web-transport.ts';
import { Toaster } from '../ui/toast.tsx';
import { ConnectivityToasts } from './connectivity-toasts.tsx';
import { considerLanguage } from './consider-language.ts';

export interface ViewerLaterProps {
  /** Loads further parts ahead of need. */
  readonly onLoaded: () => Promise<void>;
}

/** The viewer's page after the board is live: toasts, another language, and a sign-in in another tab. */
export function ViewerLater({ onLoaded }: ViewerLaterProps) {
  useEffect(() => {
    followSignIn(createBackgroundCall(readErrors));
    considerLanguage();
    void onLoaded();
  }, [onLoaded]);
  return (
    <>
      <div data-bars>
        <Toaster />
      </div>
      <ConnectivityToasts />
    </>
  );
}
