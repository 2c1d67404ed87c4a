import { ok, refuse } from '../result.ts';
import { decideDetails } from './decide-format.ts';
import { withFreeBibs } from './decide-race.ts';
import type { CommandOf, Decision, DecisionContext } from './decision.ts';
import type { EventState } from '../model/state.ts';

export function addEntries(event: EventState, command: CommandOf<'entries.add'>, context: DecisionContext): Decision {
  const seen = new Set<string>();
  const entered = command.racers.filter(({ racerId, rehearsal }) => {
    const entry = event.entries[racerId];
    // A made-up racer in the place of a removed one would take the removed one along when the rehearsal ends.
    const isNew = (entry === undefined || (entry.removed && !rehearsal)) && !seen.has(racerId);
    seen.add(racerId);
    return isNew;
  });
  // Racers made up for a rehearsal are wiped with it: outside of one they would stay, and nobody has paid for them.
  if (event.rehearsal === null && entered.some(({ rehearsal }) => rehearsal)) return refuse('no-rehearsal');
  if (entered.length === 0) return ok([]);
  // Details follow in a change of their own: releases before them would show the details to viewers.
  const racers = entered.map(({ details: _later, ...racer }) => racer);
  const given = entered.flatMap(({ racerId, details }) => (details === undefined ? [] : [{ racerId, details }]));
  const details = decideDetails(() => undefined, given, context);
  if (!details.ok) return details;
  return ok([{ type: 'entries-added', racers: withFreeBibs(event, racers) }, ...details.value]);
}

/** The racer's name in this event alone: the owner's library has a name of its own. */
export function renameEntry(event: EventState, { racerId, name }: CommandOf<'entry.rename'>): Decision {
  const entry = event.entries[racerId];
  if (entry?.removed !== false) return refuse('racer-not-in-event');
  if (name.trim() === '') return refuse('racer-name-blank');
  return ok(name === entry.name ? [] : [{ type: 'entry-renamed', racerId, name, was: entry.name }]);
}

export function removeEntry(event: EventState, { racerId }: CommandOf<'entry.remove'>): Decision {
  const entry = event.entries[racerId];
  if (entry === undefined) return refuse('racer-not-in-event');
  return ok(entry.removed ? [] : [{ type: 'entry-removed', racerId }]);
}

export function restoreEntry(event: EventState, { racerId }: CommandOf<'entry.restore'>): Decision {
  const entry = event.entries[racerId];
  if (entry === undefined) return refuse('racer-not-in-event');
  if (!entry.removed) return ok([]);
  const { bib } = withFreeBibs(event, [entry])[0]!;
  return ok([
    { type: 'entry-restored', racerId },
    ...(bib === entry.bib ? [] : [{ type: 'bibs-set', bibs: [{ racerId, bib }] } as const]),
  ]);
}
