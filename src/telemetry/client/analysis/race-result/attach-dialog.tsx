import { useEffect, useState } from 'react';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { useObservable, useSync } from '../../../../client/sync/use-sync.ts';
import { Button } from '../../../../client/ui/button.tsx';
import { Dialog } from '../../../../client/ui/dialog.tsx';
import { EmptyState } from '../../../../client/ui/empty-state.tsx';
import { SearchField } from '../../../../client/ui/field.tsx';
import { writeDay } from '../../../../client/ui/moment.ts';
import { Notice } from '../../../../client/ui/notice.tsx';
import { Skeleton } from '../../../../client/ui/skeleton.tsx';
import { showToast } from '../../../../client/ui/toast.tsx';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import { useRunLibrary } from '../../run-sync/use-run-library.ts';
import { listEvents, listRacers } from './list-candidates.ts';

export interface AttachDialogProps {
  readonly run: LocalRun;
  readonly open: boolean;
  readonly onClose: () => void;
}

const MOST_EVENTS = 50;
const ROW =
  'flex min-h-14 w-full items-center gap-3 rounded-bib px-3 py-2 text-start outline-offset-[-3px] hover:bg-soft';

/** First the event, then the racer: two presses. */
export function AttachDialog({ run, open, onClose }: AttachDialogProps) {
  const [eventId, setEventId] = useState<string | null>(null);
  const close = () => {
    setEventId(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={eventId === null ? 'Which race is it?' : 'Which racer is it?'}>
      {eventId === null ? (
        <EventChoice run={run} onSelect={setEventId} />
      ) : (
        <RacerChoices run={run} eventId={eventId} onBack={() => setEventId(null)} onDone={close} />
      )}
    </Dialog>
  );
}

function EventChoice({ run, onSelect }: { readonly run: LocalRun; readonly onSelect: (eventId: string) => void }) {
  const sync = useSync();
  const account = useObservable(sync?.account, null);
  const [search, setSearch] = useState('');
  const found = listEvents(account?.events ?? [], run.details.timestamp, search);
  if (account === null || (!account.isKnown && account.events.length === 0)) return <Rows />;
  if (account.events.length === 0) {
    return <EmptyState title="No events yet">You attach a run to a racer of an event that you help with.</EmptyState>;
  }
  return (
    <div className="flex flex-col gap-4">
      <SearchField label="Search" placeholder="Event name" value={search} onSearch={setSearch} />
      {found.length === 0 && <p className="text-ink-2">No event has that name.</p>}
      <ul className="-mx-3">
        {found.slice(0, MOST_EVENTS).map(({ id, name, createdAt, finished }) => (
          <li key={id}>
            <button type="button" aria-label={name} className={ROW} onClick={() => onSelect(id)}>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-[650]">
                  <bdi>{name}</bdi>
                </span>
                <span className="digits text-14 text-ink-2">
                  {writeDay(createdAt)} · Finished: {finished}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RacerChoicesProps {
  readonly run: LocalRun;
  readonly eventId: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

function RacerChoices({ run, eventId, onBack, onDone }: RacerChoicesProps) {
  const sync = useSync();
  const library = useRunLibrary();
  const shown = useObservable(sync?.event(eventId), null);
  useEffect(() => sync?.followEvent(eventId), [sync, eventId]);
  const event = shown?.event ?? null;
  const back = (
    <Button variant="quiet" className="-ms-5 self-start" onClick={onBack}>
      Another event
    </Button>
  );
  if (event === null) {
    if (shown?.problem == null) return <Rows />;
    return (
      <div className="flex flex-col gap-3">
        <Notice tone="bad">We couldn’t open this event. Check your connection, or choose another event.</Notice>
        {back}
      </div>
    );
  }

  const racers = listRacers(event, run.details);
  const attach = async (racerId: string, name: string) => {
    await library.change(run.id, (details) => ({ ...details, race: { eventId, racerId } }));
    showToast(`Attached to ${name}`, { tone: 'good' });
    onDone();
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        <bdi>{event.name}</bdi>
      </p>
      {racers.length === 0 ? (
        <EmptyState title="Nobody has a result yet">You attach a run to a start and a finish.</EmptyState>
      ) : (
        <ul className="-mx-3">
          {racers.map(({ racer, fits }) => (
            <li key={racer.entry.racerId}>
              <button type="button" className={ROW} onClick={() => void attach(racer.entry.racerId, racer.entry.name)}>
                <span className="digits w-9 shrink-0 font-[720] text-ink-2">#{racer.rank}</span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-[650]">
                    <bdi>{racer.entry.name}</bdi>
                  </span>
                  {fits && <span className="text-14 text-good">Start and finish lie in this recording</span>}
                </span>
                <span className="digits shrink-0 font-[720]">{formatDuration(racer.duration)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {back}
    </div>
  );
}

function Rows() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
