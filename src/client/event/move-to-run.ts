import type { OpenEvent } from './event-context.ts';
import { setFormat } from './record.ts';

/** Makes a run the present one: from now on taps, lists and rulings on every phone are of this run. */
export function moveToRun(open: OpenEvent, current: number): void {
  setFormat(open, `Now timing heat ${current}`, { attempts: { ...open.event.format.attempts, current } });
}
