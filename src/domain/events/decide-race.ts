import { ok, refuse } from '../result.ts';
import { noRuling, rulingKey } from '../model/ruling.ts';
import type { GivenBib } from '../model/changes.ts';
import { type CommandOf, type Decision, type DecisionContext, inParts } from './decision.ts';
import { differing, refuseStranger } from './race-values.ts';
import type { EventState } from '../model/state.ts';

export function setSchedule(event: EventState, { slots, was }: CommandOf<'schedule.set'>): Decision {
  const stranger = refuseStranger(event, slots);
  if (stranger !== null) return stranger;
  if (was !== undefined && was !== event.arrangedBy) return refuse('start-list-changed');
  const changed = slots.filter(({ racerId, order, at }) => {
    const slot = event.entries[racerId]!.slot;
    return slot?.order !== order || slot.at !== at;
  });
  return ok(inParts(changed, (part) => ({ type: 'schedule-set', slots: part, arranges: was !== undefined })));
}

export function shiftSchedule(event: EventState, { from, ms }: CommandOf<'schedule.shift'>): Decision {
  const moves = Object.values(event.entries).some(({ slot }) => slot?.at != null && slot.at >= from);
  return ok(moves ? [{ type: 'schedule-shifted', from, ms }] : []);
}

export function configureRace(event: EventState, command: CommandOf<'race.configure'>): Decision {
  const settings = differing(event.race, command.settings);
  return ok(Object.keys(settings).length === 0 ? [] : [{ type: 'race-configured', settings }]);
}

export function nameHelper(event: EventState, command: CommandOf<'helper.name'>, { actor }: DecisionContext): Decision {
  const { userId } = actor;
  const { post } = command;
  const name = command.name.trim();
  const known = event.helpers.find((helper) => helper.userId === userId);
  if (userId === null || name === '' || (known?.name === name && known.post === post)) return ok([]);
  return ok([{ type: 'helper-named', userId, name, post }]);
}

export function beginRehearsal(event: EventState): Decision {
  if (event.rehearsal !== null) return ok([]);
  // A race that has begun would be wiped with the rehearsal.
  return Object.keys(event.counting).length > 0 ? refuse('race-has-begun') : ok([{ type: 'rehearsal-begun' }]);
}

export function endRehearsal(event: EventState, { keeps }: CommandOf<'rehearsal.end'>): Decision {
  return ok(event.rehearsal === null ? [] : [{ type: 'rehearsal-ended', keeps }]);
}

export function setStatuses(event: EventState, command: CommandOf<'statuses.set'>): Decision {
  const { status, attempt = 1 } = command;
  const reason = command.reason.trim();
  const racerIds = [...new Set(command.racerIds)];
  const stranger = refuseStranger(
    event,
    racerIds.map((racerId) => ({ racerId })),
  );
  if (stranger !== null) return stranger;
  const changed = racerIds.filter((racerId) => {
    const ruling = event.rulings[rulingKey(racerId, attempt)] ?? noRuling;
    return ruling.status !== status || ruling.reason !== reason;
  });
  return ok(inParts(changed, (part) => ({ type: 'statuses-set', racerIds: part, attempt, status, reason })));
}

/** A number belongs to one racer: a finish that is typed in by number would go to either. */
export function setBibs(event: EventState, { bibs: given }: CommandOf<'bibs.set'>): Decision {
  const stranger = refuseStranger(event, given);
  if (stranger !== null) return stranger;
  const wanted = new Map(given.map(({ racerId, bib }) => [racerId, bib?.trim() || null]));
  const holders = new Set<string>();
  for (const { racerId, bib, removed } of Object.values(event.entries)) {
    const number = wanted.has(racerId) ? wanted.get(racerId)! : bib;
    if (removed || number === null) continue;
    if (holders.has(number)) return refuse('bib-taken');
    holders.add(number);
  }
  const bibs = [...wanted]
    .filter(([racerId, bib]) => event.entries[racerId]!.bib !== bib)
    .map(([racerId, bib]) => ({ racerId, bib }));
  return ok(inParts(bibs, (part) => ({ type: 'bibs-set', bibs: part })));
}

/** The racers as they can be added: a number that another racer holds is left out, and the racer is added without it. */
export function withFreeBibs<Racer extends GivenBib>(event: EventState, racers: readonly Racer[]): Racer[] {
  const added = new Set(racers.map(({ racerId }) => racerId));
  const taken = new Set(
    Object.values(event.entries)
      .filter(({ removed, racerId }) => !removed && !added.has(racerId))
      .map(({ bib }) => bib),
  );
  return racers.map((racer) => {
    const bib = racer.bib?.trim() || null;
    if (bib === null) return { ...racer, bib };
    const isTaken = taken.has(bib);
    taken.add(bib);
    return { ...racer, bib: isTaken ? null : bib };
  });
}
