import { showUndo } from '../ui/undo-bar.tsx';
import type { OpenEvent } from './event-context.ts';

/** From now on taps, lists and rulings are those of this run, on every phone. */
export function moveToRun({ sync, eventId, event }: OpenEvent, current: number): void {
  const { attempts } = event.format;
  const record = (to: number) =>
    void sync.recordForEvent(eventId, { type: 'format.set', format: { attempts: { ...attempts, current: to } } });
  record(current);
  showUndo({ message: `Run ${current} is timed now`, undo: () => record(attempts.current) });
}
