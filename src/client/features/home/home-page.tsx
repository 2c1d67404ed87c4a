import type { SignedInViewer } from '../../../protocol/account.ts';
import { useObservable, useSync } from '../../sync/use-sync.ts';
import { Accordion } from '../../ui/accordion.tsx';
import { AccountReady } from './account-ready.tsx';
import { AnalysisTool } from './analysis-tool.tsx';
import { ConfirmEmailStep } from './confirm-email-step.tsx';
import { YourEvents } from './events/your-events.tsx';
import { FAQ } from './faq.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { ManageRacers } from './racers/manage-racers.tsx';
import { SeriesTool } from './series-tool.tsx';
import { TimerTool } from './timer-tool.tsx';
import { UserPanel } from './user-panel.tsx';

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
          <TimerTool />
          <SeriesTool />
          <AnalysisTool />
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
