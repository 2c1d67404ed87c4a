import type { ReactNode } from 'react';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';

const VERSION_LABEL = 'Beta 0.23';

export interface HeaderFrameProps {
  readonly status?: ReactNode;
  readonly actions: ReactNode;
  /** Links of `actions` as a menu, where the header has no room for them. */
  readonly menu: (close: () => void) => ReactNode;
}

export function HeaderFrame({ status, actions, menu }: HeaderFrameProps) {
  return (
    <header data-app-header className="relative border-b border-line print:hidden sm:border-transparent">
      <div className="page flex min-h-16 items-center gap-1 sm:min-h-22 sm:gap-3">
        {/* On the narrowest phones the label goes under the logo: nothing is cut off, nothing scrolls sideways. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1 sm:gap-x-3">
          <Link to="/homepage" className="-mx-1 flex min-h-12 items-center rounded-bib px-1">
            <Logo />
          </Link>
          <span className="rounded-full border border-line px-2.5 py-0.5 text-13 whitespace-nowrap text-ink-2 max-[419px]:border-none max-[419px]:px-0">
            {VERSION_LABEL}
          </span>
        </div>
        <div className="flex shrink-0 items-center sm:gap-3">
          {status}
          <div className="hidden items-center gap-3 sm:flex">{actions}</div>
          <MobileMenu className="sm:hidden">{menu}</MobileMenu>
        </div>
      </div>
    </header>
  );
}
