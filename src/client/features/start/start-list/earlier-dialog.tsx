import { useState } from 'react';
import { orderByFigure, type Starter } from '../../../../domain/schedule/order.ts';
import type { ListedEvent } from '../../../../protocol/live.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { readEarlierTimes } from './earlier-results.ts';
import type { StartListActions } from './use-start-list.ts';

const MOST_SHOWN = 30;

export interface EarlierDialogProps {
  readonly open: OpenEvent;
  readonly starters: readonly Starter[];
  /** The user's other events that have results, the newest first. */
  readonly events: readonly ListedEvent[];
  readonly actions: StartListActions;
  readonly onClose: () => void;
}

export function EarlierDialog({ open, starters, events, actions, onClose }: EarlierDialogProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function choose({ id, name }: ListedEvent): Promise<void> {
    setBusy(id);
    const [times] = await readEarlierTimes(open.sync, [id]);
    setBusy(null);
    if (times === undefined) return setProblem('That result didn’t arrive. Check your connection and try again.');
    if (!starters.some(({ racerId }) => times.has(racerId))) {
      return setProblem(`Nobody of this start list has a time in ${name}.`);
    }
    actions.reorder(orderByFigure(starters, times), `Ordered as the reverse of ${name}`);
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title="Reverse of an earlier result">
      {problem !== null && (
        <Notice tone="bad" className="mb-3">
          {problem}
        </Notice>
      )}
      {events.length === 0 ? (
        <EmptyState title="No earlier results">Your events with finished racers appear here.</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {events.slice(0, MOST_SHOWN).map((event) => (
            <li key={event.id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate font-[650]">
                  <bdi>{event.name}</bdi>
                </p>
                <p className="digits text-14 text-ink-2">Finished: {event.finished}</p>
              </div>
              <Button
                busy={busy === event.id}
                disabled={busy !== null}
                aria-label={`Use ${event.name}`}
                onClick={() => void choose(event)}
              >
                Use
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
