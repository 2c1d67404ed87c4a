import type { Change } from '../../../../domain/events/changes.ts';
import { describeStep, listSteps } from '../../../../domain/events/describe-change.ts';
import { describeMoment } from '../../../../domain/events/describe-moment.ts';
import type { EventHistory } from '../../../../protocol/event-reads.ts';
import { api } from '../../../../protocol/routes.ts';
import { type PagedList, usePages } from '../../../session/use-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/skeleton.tsx';
import type { SeenEvent } from '../event-context.ts';

const CHANGES: Pick<PagedList<Change, EventHistory>, 'read' | 'numberOf'> = {
  read: ({ changes, hasMore }) => ({ items: changes, hasMore }),
  numberOf: ({ seq }) => seq,
};

export interface ViewerHistoryProps {
  readonly seen: SeenEvent;
  readonly onClose: () => void;
}

/** The history as its owner opened it to viewers: what happened and when, and nobody's name but the racers'. */
export function ViewerHistory({ seen, onClose }: ViewerHistoryProps) {
  const { eventId, event } = seen;
  const key = new URLSearchParams(location.search).get('guestViewerKey') ?? '';
  const path = `${api.history.replace(':eventId', encodeURIComponent(eventId))}?key=${encodeURIComponent(key)}`;
  const { pages, error, isBusy, showOlder, tryAgain } = usePages({ ...CHANGES, path, version: event.seq });
  const told = pages?.items.filter(({ type }) => type !== 'withheld') ?? [];
  return (
    <Dialog open onClose={onClose} title="History" size="lg">
      <div className="flex flex-col gap-4">
        {error !== null && (
          <Notice tone="info">
            {error.message}{' '}
            <button type="button" className="link font-[650]" onClick={tryAgain}>
              Try again
            </button>
          </Notice>
        )}
        {pages === null && error === null && (
          <LoadingRegion label="Loading the history">
            <Skeleton className="h-64 w-full" />
          </LoadingRegion>
        )}
        <ol className="divide-y divide-line">
          {listSteps(told).map((step) => (
            <li key={step[0].commandId} className="py-3">
              <p className="line-clamp-4 font-[550] break-words">
                {describeStep(step, event, () => null).map((part, index) =>
                  typeof part === 'string' ? part : <bdi key={index}>{part.name}</bdi>,
                )}
              </p>
              <p className="digits text-14 text-ink-2">{describeMoment(step[0].at, event.timeZone)}</p>
            </li>
          ))}
        </ol>
        {pages?.hasMore === true && (
          <Button busy={isBusy} onClick={showOlder}>
            Load older
          </Button>
        )}
      </div>
    </Dialog>
  );
}
