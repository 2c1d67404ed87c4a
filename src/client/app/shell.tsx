import type { ReactNode } from 'react';
import { useIsOnline } from './connectivity.ts';

export interface ShellProps {
  readonly header: ReactNode;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

export function Shell({ header, footer, children }: ShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute start-4 top-4 z-50 -translate-y-24 rounded-button bg-ink px-5 py-3 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {header}
      <ConnectivityBanner />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {footer}
    </div>
  );
}

function ConnectivityBanner() {
  if (useIsOnline()) return null;
  return (
    <section data-connection-banner aria-label="Connection" className="border-b border-line bg-soft">
      <p className="page flex items-center gap-3 py-3 text-14 text-ink">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-waiting" />
        <span>
          <strong className="font-semibold">No connection.</strong> You can keep working here. You need a connection to
          sign in or change your account.
        </span>
      </p>
    </section>
  );
}
