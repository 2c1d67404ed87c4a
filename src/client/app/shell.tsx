import type { ReactNode } from 'react';
import { ConnectivityBanner } from './connectivity-banner.tsx';

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
