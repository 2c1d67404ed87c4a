import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import type { Page } from '../../protocol/routes.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import { useSessionEnded, useViewer } from '../session/viewer.ts';

export interface SignedInProps {
  /** The page for a viewer who is not signed in. */
  readonly otherwise: Page;
  readonly children: (viewer: SignedInViewer) => ReactNode;
}

/** A user who signs out on such a page goes to the landing page, not to a login form. */
export function SignedIn({ otherwise, children }: SignedInProps) {
  const viewer = useViewer();
  const [cameSignedIn] = useState(viewer.kind === 'user');
  if (viewer.kind === 'user') return children(viewer);
  return <Navigate to={cameSignedIn ? '/landing' : otherwise} replace />;
}

export function SignedOut({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useViewer().kind === 'user';
  const hasEnded = useSessionEnded();
  return isSignedIn && !hasEnded ? <Navigate to="/homepage" replace /> : children;
}

export function Start() {
  return <Navigate to={useViewer().kind === 'user' ? '/homepage' : '/landing'} replace />;
}
