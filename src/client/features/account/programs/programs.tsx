import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { LoadingRegion } from '../../../ui/skeleton.tsx';

const Tokens = lazy(() => import('./tokens.tsx').then((m) => ({ default: m.Tokens })));
const Webhooks = lazy(() => import('./webhooks.tsx').then((m) => ({ default: m.Webhooks })));

interface PartProps {
  readonly isConfirmed: boolean;
  /** The address of the page leads here. */
  readonly isAskedFor: boolean;
}

export const TokensPart = (props: PartProps) => (
  <Folded {...props} show="Show API tokens">
    <Tokens />
  </Folded>
);

export const WebhooksPart = (props: PartProps) => (
  <Folded {...props} show="Show webhooks">
    <Webhooks />
  </Folded>
);

interface FoldedProps extends PartProps {
  readonly show: string;
  readonly children: ReactNode;
}

/** Few people need these, so that nothing of them is loaded before somebody asks. */
function Folded({ isConfirmed, isAskedFor, show, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(isAskedFor);
  if (!isConfirmed) return <p className="text-ink-2">Confirm your email first, under Profile at the top.</p>;
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{show}</Button>;
  return (
    <Suspense fallback={<LoadingRegion label="Loading" bars={['h-24 w-full']} />}>
      {children}
      <Link to="/developers" className="link mt-4 inline-flex min-h-11 items-center">
        How to use them
      </Link>
    </Suspense>
  );
}
