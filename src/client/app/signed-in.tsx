import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import type { Page } from '../../protocol/routes.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import { useSessionEnded, useViewer } from '../session/viewer.ts';

export interface SignedInProps {
  /** Where somebody goes who comes here without being signed in. */
  readonly otherwise: Page;
  readonly children: (viewer: SignedInViewer) => ReactNode;
}

/** Whoever signs out while looking at such a page leaves for the landing page, not for a login form. */
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
