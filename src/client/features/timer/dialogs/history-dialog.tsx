import { useMemo } from 'react';
import type { Change } from '../../../../domain/events/changes.ts';
import { listSteps, recordedTaps, type Step } from '../../../../domain/events/describe-change.ts';
import type { EventHistory } from '../../../../protocol/event-reads.ts';
import { api } from '../../../../protocol/routes.ts';
import { type PagedList, usePages } from '../../../session/use-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/skeleton.tsx';
import type { OpenEvent } from '../event-context.ts';
import { HistoryRow } from './history-row.tsx';
import { usePeople } from './use-people.ts';

export interface HistoryDialogProps {
  readonly open: OpenEvent;
  readonly onGive: (tapId: string) => void;
  readonly onClose: () => void;
}

const CHANGES: Pick<PagedList<Change, EventHistory>, 'read' | 'numberOf'> = {
  read: ({ changes, hasMore }) => ({ items: changes, hasMore }),
  numberOf: ({ seq }) => seq,
};
const NONE: readonly Change[] = [];

/** The history is fetched anew whenever the event has grown. */
export function HistoryDialog({ open, onGive, onClose }: HistoryDialogProps) {
  const path = api.history.replace(':eventId', encodeURIComponent(open.eventId));
  const { pages, error, isBusy, showOlder, tryAgain } = usePages({ ...CHANGES, path, version: open.event.seq });
  const { people } = usePeople(open);
  const steps = useSteps(open, pages?.items ?? NONE);
  const persons = people === null ? [] : [people.owner, ...people.admins];
  const names = new Map(persons.flatMap((person) => (person.kind === 'user' ? [[person.userId, person.name]] : [])));
  const isLoading = pages === null && error === null;
  const hidden = [...open.shown.pendingIds].filter((id) => open.event.taps[id] === undefined).length;
  return (
    <Dialog open onClose={onClose} title="History" size="lg">
      <div className="flex flex-col gap-4">
        {error !== null && (
          <Notice tone="info">
            {pages === null ? 'Only the times on this device are shown. ' : ''}
            {error.message}{' '}
            <button type="button" className="link font-[650]" onClick={tryAgain}>
              Try again
            </button>
          </Notice>
        )}
        {hidden > 0 && (
          <Notice tone="info">
            {hidden === 1 ? 'One more change waits' : `${hidden} more changes wait`} on this device to be sent.
          </Notice>
        )}
        {isLoading && steps.length === 0 && (
          <LoadingRegion label="Loading the history">
            <Skeleton className="h-64 w-full" />
          </LoadingRegion>
        )}
        {!isLoading && steps.length === 0 && (
          <EmptyState title="Nothing here yet">Every start, finish and change of this event is listed here.</EmptyState>
        )}
        <ol className="divide-y divide-line">
          {steps.map((step) => (
            <HistoryRow
              key={step[0].commandId}
              open={open}
              step={step}
              nameOf={(id) => names.get(id) ?? null}
              onGive={onGive}
            />
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

/** Taps that the server has not listed yet come on top: waiting and new ones. Without the server's list, all taps. */
function useSteps({ event, shown: { pendingIds } }: OpenEvent, changes: readonly Change[]): readonly Step[] {
  return useMemo(() => {
    const told = new Set(changes.map(({ commandId }) => commandId));
    const newest = changes[0]?.seq ?? 0;
    const untold = recordedTaps(event).filter(
      ({ commandId, seq }) => !told.has(commandId) && (seq > newest || pendingIds.has(commandId)),
    );
    return listSteps([...changes, ...untold]);
  }, [event, pendingIds, changes]);
}
