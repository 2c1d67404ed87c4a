import { useEffect, useState } from 'react';
import { LoadingRegion, Skeleton } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';

const LONG_WAIT_MS = 6000;

/** The device has never seen this account, and the server does not answer: the page says so, and goes on trying. */
export function HomeSkeleton() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div>
      {isLong && (
        <Notice tone="info" className="mb-4">
          The server has not answered yet. Your events and racers show here as soon as it does; a new event can be
          created and timed meanwhile.
        </Notice>
      )}
      <LoadingRegion label="Loading your events and racers">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="mt-5 h-24 w-full" />
        <Skeleton className="mt-2 h-24 w-full" />
      </LoadingRegion>
    </div>
  );
}
