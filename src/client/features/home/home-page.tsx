import type { SignedInViewer } from '../../../protocol/account.ts';
import { Accordion } from '../../ui/accordion.tsx';
import { AccountReady } from './account-ready.tsx';
import { ConfirmEmailStep } from './confirm-email-step.tsx';
import { FAQ } from './faq.tsx';
import { UserPanel } from './user-panel.tsx';

export interface HomePageProps {
  readonly viewer: SignedInViewer;
  readonly isSigningOut: boolean;
  readonly onSignOut: () => void;
}

export function HomePage({ viewer, isSigningOut, onSignOut }: HomePageProps) {
  return (
    <div className="page grid gap-6 py-6 sm:py-10 lg:grid-cols-[20rem_1fr] lg:gap-10">
      <UserPanel viewer={viewer} isSigningOut={isSigningOut} onSignOut={onSignOut} />
      <div className="flex min-w-0 flex-col gap-6">
        {!viewer.emailVerified && <ConfirmEmailStep email={viewer.email} />}
        <AccountReady credits={viewer.credits} />
        <section className="mt-6">
          <h2 className="heading mb-4 text-24">Questions and answers</h2>
          <Accordion items={FAQ} />
        </section>
      </div>
    </div>
  );
}
