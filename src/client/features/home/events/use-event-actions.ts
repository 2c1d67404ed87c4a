import { useMemo } from 'react';
import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { type ErrorCode, errors } from '../../../../protocol/errors.ts';
import type { ListedEvent } from '../../../../protocol/live.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { showToast } from '../../../ui/toast.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import { useRefusals } from '../use-refusals.ts';

export interface EventActions {
  readonly rename: (event: ListedEvent, name: string) => void;
  readonly remove: (event: ListedEvent) => void;
  readonly restore: (event: ListedEvent) => void;
}

export function useEventActions(sync: SyncClient): EventActions {
  const watch = useRefusals(sync);
  return useMemo(() => {
    async function record(
      { id }: ListedEvent,
      body: EventCommandBody,
      sayFailure: (code: ErrorCode) => void,
    ): Promise<boolean> {
      try {
        const { command } = await sync.recordForEvent(id, body);
        watch(command.id, sayFailure);
        return true;
      } catch {
        sayFailure('internal');
        return false;
      }
    }

    const sayRenameFailed = () => showToast('Failed to update event name.', { tone: 'bad' });
    const sayReason = (code: ErrorCode) => showToast(errors[code].text, { tone: 'bad' });

    async function rename(event: ListedEvent, name: string): Promise<void> {
      if (name.trim() === '' || name.trim() === event.name) return;
      const isRecorded = await record(event, { type: 'event.rename', name }, sayRenameFailed);
      if (isRecorded) showToast('Event name updated.', { tone: 'good' });
    }

    async function restore(event: ListedEvent): Promise<void> {
      const isRecorded = await record(event, { type: 'event.restore' }, sayReason);
      if (isRecorded) showToast(`${event.name} is back.`, { tone: 'good' });
    }

    async function remove(event: ListedEvent): Promise<void> {
      const isRecorded = await record(event, { type: 'event.delete' }, sayReason);
      if (isRecorded) showUndo({ message: `${event.name} deleted`, undo: () => void restore(event) });
    }

    return {
      rename: (event, name) => void rename(event, name),
      remove: (event) => void remove(event),
      restore: (event) => void restore(event),
    };
  }, [sync, watch]);
}
