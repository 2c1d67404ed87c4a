import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';

export function EventSkeleton() {
  return (
    <LoadingRegion label="Loading the event">
      <div className="page flex flex-col gap-4 py-6">
        <Skeleton className="h-8 w-2/3 max-w-sm" />
        <div className="flex gap-2">
          <Skeleton className="h-8 w-28 rounded-full" />
          <Skeleton className="h-8 w-28 rounded-full" />
        </div>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-22 w-full rounded-card" />
        ))}
      </div>
    </LoadingRegion>
  );
}
