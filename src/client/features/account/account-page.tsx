import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { SignedInViewer } from '../../../protocol/account.ts';
import { useObservable, useSync } from '../../sync/use-sync.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BoltIcon } from '../../ui/icons.tsx';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { languages } from '../../ui/languages.ts';
import { ChangePassword } from './change-password.tsx';
import { CreditHistory } from './credit-history.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { Profile } from './profile.tsx';
import { TokensPart, WebhooksPart } from './programs/programs.tsx';

export function AccountPage({ viewer }: { readonly viewer: SignedInViewer }) {
  const credits = useObservable(useSync()?.account, null)?.credits ?? viewer.credits;
  const { hash } = useLocation();
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="heading text-32 sm:text-44">Account</h1>
      <div className="mt-6 sm:mt-10">
        <Section title="Profile" description="Your name and your email.">
          <Profile viewer={viewer} />
        </Section>
        <Section title="Password" description="Changing it signs out your other devices.">
          <ChangePassword email={viewer.email} />
        </Section>
        {languages.length > 1 && (
          <Section title="Language" description="For this device. Names and messages stay as people wrote them.">
            <LanguageSelect className="min-h-12 w-full max-w-60 rounded-button border border-line-strong bg-card px-4 text-16" />
          </Section>
        )}
        <Section
          id="credits"
          title="Credit history"
          description="Credits you’ve received and spent."
          aside={<Balance credits={credits} />}
          isWide
        >
          <CreditHistory credits={credits} />
        </Section>
        <Section title="Your data" description="Everything we hold about you, in one JSON file.">
          <DownloadData />
        </Section>
        <Section
          id="api-tokens"
          title="API tokens"
          description="For your own programs, such as a website or a timing box. Changing your password turns them off."
        >
          <TokensPart isConfirmed={viewer.emailVerified} isAskedFor={hash === '#api-tokens'} />
        </Section>
        <Section id="webhooks" title="Webhooks" description="Send every result to your own server.">
          <WebhooksPart isConfirmed={viewer.emailVerified} isAskedFor={hash === '#webhooks'} />
        </Section>
        <Section title="Delete account" description="Ends your account and removes what belongs to it.">
          <DeleteAccount email={viewer.email} />
        </Section>
      </div>
    </div>
  );
}

function Balance({ credits }: { readonly credits: number }) {
  return (
    <>
      <p className="digits mt-3 flex items-center gap-1.5 text-20 font-[720]">
        <BoltIcon className="size-5" /> {credits} credits
      </p>
      <Link to="/buy-credits" className={`${buttonClass()} mt-4`}>
        Buy Credits
      </Link>
    </>
  );
}

interface SectionProps {
  readonly id?: string;
  readonly title: string;
  readonly description: string;
  readonly aside?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Section({ id, title, description, aside, isWide = false, children }: SectionProps) {
  const heading = useArrivalAt(id);
  return (
    <section id={id} className="grid gap-4 border-t border-line py-8 lg:grid-cols-[1fr_2fr] lg:gap-12">
      <div>
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-8 text-20 font-[720] outline-none">
          {title}
        </h2>
        <p className="mt-1 text-ink-2">{description}</p>
        {aside}
      </div>
      <div className={isWide ? 'min-w-0' : 'max-w-xl'}>{children}</div>
    </section>
  );
}

const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The address can lead to one section of the page, which is not there yet when the browser looks for it. Parts above it
 * are still loading then, and would push it away: the section is held until the reader moves.
 */
function useArrivalAt(id: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (id === undefined || hash !== `#${id}`) return undefined;
    const growth = new ResizeObserver(() => heading.current?.scrollIntoView());
    const moved = new AbortController();
    const letGo = () => {
      growth.disconnect();
      moved.abort();
    };
    // Runs after the page as a whole has arrived, at its top.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      growth.observe(document.body);
      for (const hand of HANDS) addEventListener(hand, letGo, { signal: moved.signal, passive: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      letGo();
    };
  }, [id, hash]);
  return heading;
}
