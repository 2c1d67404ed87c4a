import { useState } from 'react';
import type { ListedEvent } from '../../../../protocol/live.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { useViewer } from '../../../session/viewer.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/field.tsx';
import { writeMoment } from '../../../ui/moment.ts';
import { LoadingLibrary } from './loading-library.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { eventSorts, type EventSort, listOwnEvents } from '../../../event/list-events.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TrashIcon } from '../../../ui/tool-icons.tsx';
import { useGrowingList } from '../../../event/use-growing-list.ts';
import { recordWithUndo } from '../../../event/record.ts';

export interface EventPickerProps {
  readonly sync: SyncClient;
  readonly onSelect: (eventId: string) => void;
  readonly onClose: () => void;
}

export function EventPicker(props: EventPickerProps) {
  const isGuest = useViewer().kind === 'anonymous';
  return (
    <Dialog open onClose={props.onClose} title="Select an Event" size="lg">
      {isGuest ? (
        <SignInFirst what="events" next={`${location.pathname}${location.search}`} />
      ) : (
        <OwnEvents {...props} />
      )}
    </Dialog>
  );
}

function OwnEvents({ sync, onSelect, onClose }: EventPickerProps) {
  const account = useObservable(sync.account, null);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<EventSort>('newest');
  const events = account?.events ?? [];
  const owned = listOwnEvents(events, '', sort);
  const found = listOwnEvents(events, search, sort);
  const { shown, endRef } = useGrowingList(found, `${sort} ${search}`);

  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-3">
        <SearchField
          label="Search"
          placeholder="Event name"
          value={search}
          onSearch={setSearch}
          className="min-w-0 flex-1"
        />
        <SelectField
          className="w-44 sm:w-52"
          label="Sort by"
          value={sort}
          options={eventSorts}
          onChange={(value) => setSort(value as EventSort)}
        />
      </div>
      {account?.isKnown === false && owned.length === 0 ? (
        <LoadingLibrary sync={sync} what="events" />
      ) : found.length === 0 ? (
        <NoEvents hasEvents={owned.length > 0} onClear={() => setSearch('')} onClose={onClose} />
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((event) => (
            <EventRow key={event.id} sync={sync} event={event} onSelect={onSelect} />
          ))}
          {endRef && <li ref={endRef} className="h-16" />}
        </ul>
      )}
    </div>
  );
}

interface NoEventsProps {
  readonly hasEvents: boolean;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

function NoEvents({ hasEvents, onClear, onClose }: NoEventsProps) {
  return hasEvents ? (
    <EmptyState title="No event has that name" action={<Button onClick={onClear}>Show all</Button>} />
  ) : (
    <EmptyState title="No events yet" action={<Button onClick={onClose}>Create one</Button>}>
      This list has the events that you own.
    </EmptyState>
  );
}

interface EventRowProps {
  readonly sync: SyncClient;
  readonly event: ListedEvent;
  readonly onSelect: (eventId: string) => void;
}

function EventRow({ sync, event, onSelect }: EventRowProps) {
  const { id, name, createdAt, total, finished, onCourse } = event;

  function remove(): void {
    recordWithUndo({ sync, eventId: id }, `${name} deleted`, { type: 'event.delete' }, { type: 'event.restore' });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="line-clamp-2 font-[650] break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="digits text-14 text-ink-2">
          {writeMoment(createdAt)} · Finished: {finished} / Total: {total}, On Course: {onCourse}
        </p>
      </div>
      <div className="flex justify-end gap-2 max-sm:w-full">
        <Button variant="quiet" className="px-3! text-danger!" aria-label={`Delete ${name}`} onClick={remove}>
          <TrashIcon /> Delete
        </Button>
        <Button aria-label={`Select ${name}`} onClick={() => onSelect(id)}>
          Select
        </Button>
      </div>
    </li>
  );
}
