import type { ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { NoCredits } from './credit-figure.tsx';
import { HeaderFrame } from './header-frame.tsx';
import { menuItemClass } from './mobile-menu.tsx';

/** The header for viewers who are not signed in. */
export function GuestHeader({ status }: { readonly status?: ReactNode }) {
  return (
    <HeaderFrame
      status={
        <>
          {status}
          <NoCredits />
        </>
      }
      actions={
        <>
          <span className="text-ink-2">Hello, Guest</span>
          <Link to="/login" className={buttonClass()}>
            Sign In
          </Link>
        </>
      }
      menu={(close) => (
        <>
          <p className="px-4 py-3 text-ink-2">Hello, Guest</p>
          <Link to="/login" className={menuItemClass} onClick={close}>
            Sign In
          </Link>
        </>
      )}
    />
  );
}
