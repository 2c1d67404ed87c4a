import { refuse } from '../result.ts';
import type { Decision } from './decision.ts';
import type { EventState } from '../model/state.ts';

/** A command about racers who are not in the event is refused whole. */
export function refuseStranger(event: EventState, named: readonly { readonly racerId: string }[]): Decision | null {
  return named.some(({ racerId }) => event.entries[racerId] === undefined) ? refuse('racer-not-in-event') : null;
}

/** The wanted values that differ from the present ones. */
export function differing<Settings extends object>(now: Settings, wanted: Partial<Settings>): Partial<Settings> {
  const entries = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(now[name as keyof Settings]) !== JSON.stringify(value),
  );
  return Object.fromEntries(entries) as Partial<Settings>;
}
