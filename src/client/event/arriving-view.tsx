import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';
import type { SeenEvent } from './event-context.ts';
import { ViewPage, type ViewPageProps } from './view-page.tsx';

export interface ArrivingViewProps extends Pick<ViewPageProps, 'onClose'> {
  readonly event: SeenEvent['event'];
  /** Unknown until the list of the views is there. */
  readonly title?: string;
}

/** A view that is on its way, with the way back to the board: a server that stays silent must not keep anybody from timing. */
export function ArrivingView({ event, title = 'On its way', onClose }: ArrivingViewProps) {
  return (
    <ViewPage title={title} name={event.name} isArriving onClose={onClose}>
      <LoadingRegion label="Loading">
        <p className="mb-4 text-ink-2">This page hasn’t arrived yet. Go back to the race to keep timing.</p>
        <Skeleton className="h-40 w-full rounded-card" />
      </LoadingRegion>
    </ViewPage>
  );
}
