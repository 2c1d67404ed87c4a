import { memo } from 'react';
import { roomLeft } from '../../../../../domain/events/capacity.ts';
import type { Counters } from '../../../../../domain/results/lists.ts';
import { Button } from '../../../../ui/button.tsx';
import type { OpenEvent } from '../../event-context.ts';
import { BoardActions, type BoardActionsProps } from './board-actions.tsx';
import { moreMenu } from '../board-dialogs.tsx';
import { BoardNotices } from './board-notices.tsx';
import { EventHeader } from './event-header.tsx';
import { EventName } from './event-name.tsx';
import { OwnerActions } from './owner-actions.tsx';
import { StatusChips } from './status-chips.tsx';

export interface BoardTopProps extends BoardActionsProps {
  readonly name: string;
  readonly open: OpenEvent | null;
  readonly counters: Counters;
  /** Racers with a status: without them 'Finished' would never seem to reach the total. */
  readonly out: number;
  readonly isNarrow: boolean;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
  readonly onChangeEvent: () => void;
  readonly onKeys: () => void;
}

/** Everything above the lists: it may follow a tap a frame later, and is drawn only when it is its turn. */
export const BoardTop = memo(function BoardTop(props: BoardTopProps) {
  const { name, open, counters, out, isNarrow, onOpenEvent, onLeave, onChangeEvent, onKeys, ...actions } = props;
  const mayTime = open !== null && open.may('time');
  return (
    <>
      <EventHeader
        heading={<EventName open={open} name={name} />}
        onLeave={onLeave}
        tools={
          <>
            {mayTime && (
              <Button variant="quiet" className="px-3! whitespace-nowrap" onClick={onChangeEvent}>
                Change Event
              </Button>
            )}
            {open !== null && <OwnerActions open={open} onOpenEvent={onOpenEvent} onLeave={onLeave} />}
            {mayTime && <moreMenu.Part onKeys={onKeys} />}
          </>
        }
        actions={!isNarrow && <BoardActions {...actions} />}
      >
        <StatusChips
          counters={counters}
          out={out}
          watching={open?.shown.watching ?? null}
          clock={mayTime ? open.sync.clock : null}
        />
      </EventHeader>
      {open !== null && (
        <BoardNotices
          sync={open.sync}
          problem={open.shown.problem}
          isOutdated={open.shown.isOutdated}
          awaitsCredits={open.event.awaitingCredits}
          roomLeft={roomLeft(open.event)}
          mayTime={mayTime}
          isOwner={open.may('share')}
        />
      )}
    </>
  );
});
