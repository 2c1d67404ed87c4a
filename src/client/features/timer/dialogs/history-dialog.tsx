import { plural } from '../../../../domain/language.ts';
import { useMemo } from 'react';
import type { Change } from '../../../../domain/model/changes.ts';
import { listSteps, recordedTaps, type Step } from '../../../../domain/events/describe-change.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { HistoryFrame, useHistory } from '../../../event/share/history-frame.tsx';
import { HistoryRow } from './history-row.tsx';
import { usePeople } from './use-people.ts';

export interface HistoryDialogProps {
  readonly open: OpenEvent;
  readonly onGive: (tapId: string) => void;
  readonly onClose: () => void;
}

const NONE: readonly Change[] = [];

export function HistoryDialog({ open, onGive, onClose }: HistoryDialogProps) {
  const history = useHistory(open.eventId, open.event.seq);
  const { answer: people } = usePeople(open);
  const steps = useSteps(open, history.pages?.items ?? NONE);
  const persons = people === null ? [] : [people.owner, ...people.admins];
  const names = new Map(persons.flatMap((person) => (person.kind === 'user' ? [[person.userId, person.name]] : [])));
  const hidden = [...open.shown.pendingIds].filter((id) => open.event.taps[id] === undefined).length;
  return (
    <HistoryFrame
      history={history}
      withoutServer="You see only the times on this device."
      notice={
        hidden > 0 && (
          <Notice tone="info">
            {plural(hidden, 'One more change waits', `${hidden} more changes wait`)} on this device to be sent.
          </Notice>
        )
      }
      isEmpty={steps.length === 0}
      onClose={onClose}
    >
      {steps.map((step) => (
        <HistoryRow
          key={step[0].commandId}
          open={open}
          step={step}
          nameOf={(id) => names.get(id) ?? null}
          onGive={onGive}
        />
      ))}
    </HistoryFrame>
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
