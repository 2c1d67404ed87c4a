import { durationMs } from '../../domain/units.ts';
import type { Alerts } from '../ui/alert-dialog.tsx';
import { showUndo } from '../ui/undo-bar.tsx';
import type { OpenEvent } from './event-context.ts';

/** True once the race is stopped on this device. */
export async function askToStop({ sync, eventId }: OpenEvent, { confirm }: Alerts): Promise<boolean> {
  const isSure = await confirm({
    title: 'Stop the race?',
    message:
      'Nobody starts until you resume the race. We tell timekeepers, spectators, screens and followers. Racers on course stay in the lists, and you keep every time.',
    confirmLabel: 'Stop the race',
    danger: true,
  });
  if (!isSure) return false;
  const { command } = await sync.recordForEvent(eventId, { type: 'race.stop' });
  showUndo({
    message: 'Race stopped',
    undo: () => void sync.recordForEvent(eventId, { type: 'race.resume', stopId: command.id, ms: durationMs(0) }),
  });
  return true;
}
