import type { OpenEvent } from './event-context.ts';
import { setFormat } from './record.ts';

/** From now on taps, lists and rulings are those of this run, on every phone. */
export function moveToRun(open: OpenEvent, current: number): void {
  setFormat(open, `Now timing run ${current}`, { attempts: { ...open.event.format.attempts, current } });
}
