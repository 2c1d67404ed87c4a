import { useState } from 'react';
import type { Line } from '../../../../domain/events/state.ts';
import { Modal } from '../../../ui/modal.tsx';
import type { OpenEvent } from '../event-context.ts';
import type { TimerViewProps } from '../views/timer-views.ts';
import { FinishScreen } from './finish-screen.tsx';

interface NamedLine {
  readonly line: Line;
  readonly name: string;
}

/** The lines where times are taken without a racer: all but the start. */
export function linesOf({ event }: OpenEvent): readonly NamedLine[] {
  return [...event.race.points, { line: 'finish', name: 'Finish line' }];
}

/** The post that this user has named, where it has one. */
function postOf({ event, shown }: OpenEvent): Line | null {
  return event.helpers.find(({ userId }) => userId === shown.actor.userId)?.post ?? null;
}

/**
 * Over the whole screen: a finger at the line must find nothing else. A native dialog keeps the focus off the page
 * behind it.
 */
export function FinishView({ open, onClose }: TimerViewProps) {
  const lines = linesOf(open);
  const [chosen, setChosen] = useState(() => postOf(open));
  const { line, name } = lines.find((each) => each.line === chosen) ?? lines.at(-1)!;
  return (
    <Modal
      onDismiss={onClose}
      aria-label={name}
      data-whole-screen
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-paper p-0 text-ink open:flex open:flex-col"
    >
      <FinishScreen key={line} open={open} line={line} name={name} lines={lines} onLine={setChosen} onClose={onClose} />
    </Modal>
  );
}
