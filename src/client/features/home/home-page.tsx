import type { SignedInViewer } from '../../../protocol/account.ts';
import { useObservable, useSync } from '../../sync/use-sync.ts';
import { Accordion } from '../../ui/accordion.tsx';
import { AccountReady } from './account-ready.tsx';
import { ConfirmEmailStep } from './confirm-email-step.tsx';
import { YourEvents } from './events/your-events.tsx';
import { FAQ } from './faq.tsx';
import { ManageRacers } from './racers/manage-racers.tsx';
import { UserPanel } from './user-panel.tsx';
import { DemoVideoButton } from '../../ui/demo-video.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';

export interface HomePageProps {
  readonly viewer: SignedInViewer;
  readonly isSigningOut: boolean;
  readonly onSignOut: () => void;
}

export function HomePage({ viewer, isSigningOut, onSignOut }: HomePageProps) {
  const sync = useSync();
  const account = useObservable(sync?.account, null);
  const credits = account?.credits ?? viewer.credits;
  const isKnown = sync !== null && account?.isKnown === true;
  const isNew = isKnown && account.events.length === 0;
  return (
    <div className="page grid gap-10 py-6 sm:py-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <h1 className="sr-only">Home</h1>
      {/* What is done on a race day comes first; on a phone the account comes after it. */}
      <div className="flex min-w-0 flex-col gap-10 lg:col-start-2">
        {isKnown ? <YourEvents sync={sync} account={account} isConfirmed={viewer.emailVerified} /> : <HomeSkeleton />}
        {isNew && <AccountReady credits={credits} />}
        {isKnown && <ManageRacers sync={sync} account={account} credits={credits} />}
        <div className="flex flex-col gap-6">
          <Tool
            id="timer-tool"
            title="Race timer"
            text="Press Start when a racer sets off and Finish when they arrive. The leaderboard moves on every phone that has the link, and your phone keeps every tap when there’s no signal."
          >
            <DemoVideoButton className="max-sm:w-full" />
          </Tool>
          <Tool
            id="series-tool"
            title="Series"
            text="Join your events to a league or a season, with points, best results, and standings that move while a race is on."
          >
            <div className="flex flex-wrap gap-2 max-sm:w-full">
              <Link to="/coach" className={`${buttonClass({ variant: 'quiet' })} max-sm:w-full`}>
                Coach: who gets faster
              </Link>
              <Link to="/series" className={`${buttonClass()} max-sm:w-full`}>
                Open series
              </Link>
            </div>
          </Tool>
          <Tool
            id="analysis-tool"
            title="Video and telemetry"
            text="Drop a GoPro video or the GPX, FIT or CSV file of a run. Compare two, and see where the time went."
          >
            <Link to="/analysis" className={`${buttonClass()} max-sm:w-full`}>
              Open analysis
            </Link>
          </Tool>
          {!viewer.emailVerified && <ConfirmEmailStep email={viewer.email} />}
        </div>
      </div>
      <UserPanel
        viewer={viewer}
        credits={credits}
        isSigningOut={isSigningOut}
        onSignOut={onSignOut}
        className="lg:col-start-1 lg:row-start-1"
      />
      <section aria-labelledby="faq" className="min-w-0 lg:col-start-2">
        <h2 id="faq" className="heading mb-4 text-24">
          Questions and answers
        </h2>
        <Accordion items={FAQ} />
      </section>
    </div>
  );
}

interface ToolProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What opens it. */
  readonly children: ReactNode;
}

function Tool({ id, title, text, children }: ToolProps) {
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-card p-5 shadow-card sm:p-6"
    >
      <div className="min-w-0 max-w-[46ch] flex-1 basis-72">
        <h2 id={id} className="heading text-24">
          {title}
        </h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}

const LONG_WAIT_MS = 6000;

/** The device has never seen this account, and the server does not answer: the page says so, and goes on trying. */
function HomeSkeleton() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div>
      {isLong && (
        <Notice tone="info" className="mb-4">
          The server hasn’t answered yet. Your events and racers show here as soon as it does. You can create and time a
          new event in the meantime.
        </Notice>
      )}
      <LoadingRegion
        label="Loading your events and racers"
        bars={['h-8 w-40', 'mt-5 h-24 w-full', 'mt-2 h-24 w-full']}
      />
    </div>
  );
}
