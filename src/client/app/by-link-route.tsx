import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import { Screen } from './screen.tsx';
import { SignedIn } from './signed-in.tsx';

export interface ByLinkRouteProps {
  readonly title: string;
  readonly children: (id: string | null, linkKey: string | null) => ReactNode;
}

/** A page of one's own things, or of one of them; by its link anybody's. */
export function ByLinkRoute({ title, children }: ByLinkRouteProps) {
  const { id = null } = useParams();
  const { hash } = useLocation();
  // The key stands behind the hash, which no browser sends.
  const linkKey = new URLSearchParams(hash.slice(1)).get('key');
  const screen = <Screen title={title}>{children(id, linkKey)}</Screen>;
  return id === null || linkKey === null ? <SignedIn otherwise="/login">{() => screen}</SignedIn> : screen;
}
