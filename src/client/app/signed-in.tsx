import { type ReactNode, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import type { Page } from '../../protocol/routes.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import { readNext, withNext } from '../session/next-page.ts';
import { useSessionEnded, useViewer } from '../session/viewer.ts';

export interface SignedInProps {
  /** The page for a viewer who is not signed in. */
  readonly otherwise: Page;
  readonly children: (viewer: SignedInViewer) => ReactNode;
}

/**
 * A user who signs out on such a page goes to the landing page, not to a login form. A visitor who is asked to log in comes
 * back to the page afterwards.
 */
export function SignedIn({ otherwise, children }: SignedInProps) {
  const viewer = useViewer();
  const [cameSignedIn] = useState(viewer.kind === 'user');
  const { pathname, search, hash } = useLocation();
  if (viewer.kind === 'user') return children(viewer);
  const elsewhere = otherwise === '/login' ? withNext(otherwise, `${pathname}${search}${hash}`) : otherwise;
  return <Navigate to={cameSignedIn ? '/landing' : elsewhere} replace />;
}

export function SignedOut({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useViewer().kind === 'user';
  const hasEnded = useSessionEnded();
  const [search] = useSearchParams();
  return isSignedIn && !hasEnded ? <Navigate to={readNext(search) ?? '/homepage'} replace /> : children;
}

export function Start() {
  return <Navigate to={useViewer().kind === 'user' ? '/homepage' : '/landing'} replace />;
}
