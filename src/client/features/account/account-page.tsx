import type { ReactNode } from 'react';
import type { SignedInViewer } from '../../../protocol/account.ts';
import { api } from '../../../protocol/routes.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Profile } from './profile.tsx';

export interface AccountPageProps {
  readonly viewer: SignedInViewer;
}

export function AccountPage({ viewer }: AccountPageProps) {
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="heading text-32 sm:text-44">Account</h1>
      <div className="mt-6 sm:mt-10">
        <Section title="Profile" description="Who you are to Pushoff.">
          <Profile viewer={viewer} />
        </Section>
        <Section title="Password" description="Changing it signs out your other devices.">
          <ChangePassword email={viewer.email} />
        </Section>
        <Section title="Your data" description="Everything we hold about you, in one JSON file.">
          <a href={api.accountData} download className={buttonClass()}>
            <DownloadIcon /> Download my data
          </a>
        </Section>
        <Section title="Delete account" description="Ends your account and removes what belongs to it.">
          <DeleteAccount email={viewer.email} />
        </Section>
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

function Section({ title, description, children }: SectionProps) {
  return (
    <section className="grid gap-4 border-t border-line py-8 lg:grid-cols-[1fr_2fr] lg:gap-12">
      <div>
        <h2 className="text-20 font-[720]">{title}</h2>
        <p className="mt-1 text-ink-2">{description}</p>
      </div>
      <div className="max-w-xl">{children}</div>
    </section>
  );
}
