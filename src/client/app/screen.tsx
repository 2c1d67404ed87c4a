import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';
import { useArrival } from './arrival.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailurePage } from './failure-pages.tsx';

export interface ScreenProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of one page inside the shell. Keyed by path, so that a failure on one page does not stay for the next. */
export function Screen({ title, children }: ScreenProps) {
  return (
    <ScreenFrame>
      {children}
      <Arrival title={title} />
    </ScreenFrame>
  );
}

/** Frame for pages that bring their own title. */
export function ScreenFrame({ children }: Pick<ScreenProps, 'children'>) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname} fallback={(error) => <Failure error={error} />}>
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Inside the Suspense boundary on purpose: it mounts together with the page, so there is a heading to focus. */
function Arrival({ title }: { readonly title: string }) {
  useArrival(title);
  return null;
}

function Failure({ error }: { readonly error: unknown }) {
  useArrival('Something went wrong');
  return <FailurePage error={error} />;
}

function ScreenSkeleton() {
  return (
    <LoadingRegion>
      <div className="page flex flex-col gap-4 py-12">
        <Skeleton className="h-11 w-2/3 max-w-md" />
        <Skeleton className="h-6 w-full max-w-xl" />
        <Skeleton className="mt-4 h-48 w-full" />
      </div>
    </LoadingRegion>
  );
}
