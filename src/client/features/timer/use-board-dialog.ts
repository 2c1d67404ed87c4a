import { useState } from 'react';
import { ADD_RACERS } from '../../event/event-context.ts';
import { leaveHash } from '../../ui/use-opened-by.ts';
import { useStable } from '../../ui/use-stable.ts';
import type { BoardDialog } from './board-dialog.ts';

/** The dialog that is open, at first where the address asks for it: after a purchase the work goes on where it was. */
export function useBoardDialog() {
  const [dialog, setDialog] = useState<BoardDialog | null>(() =>
    typeof location !== 'undefined' && location.hash === ADD_RACERS ? { kind: 'add' } : null,
  );
  const set = useStable((next: BoardDialog | null) => {
    if (next === null) leaveHash(ADD_RACERS);
    setDialog(next);
  });
  return [dialog, set] as const;
}
