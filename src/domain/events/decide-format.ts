import { areSameDetails, type Details, isBornBefore, tidyDetails } from '../racers/details.ts';
import { ok, refuse } from '../result.ts';
import type { GivenDetails } from '../model/changes.ts';
import { type CommandOf, type Decision, type DecisionContext, inParts } from './decision.ts';
import { differing, refuseStranger } from './race-values.ts';
import type { EventState } from '../model/state.ts';

export function setFormat(event: EventState, command: CommandOf<'format.set'>): Decision {
  const format = differing(event.format, command.format);
  return ok(Object.keys(format).length === 0 ? [] : [{ type: 'format-set', format }]);
}

export function setDetails(event: EventState, { given }: CommandOf<'details.set'>, context: DecisionContext): Decision {
  return refuseStranger(event, given) ?? decideDetails((racerId) => event.entries[racerId]!.details, given, context);
}

export function setHandicaps(event: EventState, command: CommandOf<'handicaps.set'>): Decision {
  const stranger = refuseStranger(event, command.given);
  if (stranger !== null) return stranger;
  const changed = command.given.filter(({ racerId, handicap }) => {
    const now = event.entries[racerId]!.handicap;
    return now?.ms !== handicap?.ms || now?.source !== handicap?.source;
  });
  return ok(inParts(changed, (given) => ({ type: 'handicaps-set', given })));
}

export function setOfficial(event: EventState, command: CommandOf<'official.set'>): Decision {
  const note = command.note?.trim() ?? null;
  return ok(note === (event.official?.note ?? null) ? [] : [{ type: 'official-set', note }]);
}

/** `detailsOf`: the details that a racer has so far. */
export function decideDetails(
  detailsOf: (racerId: string) => Details | null | undefined,
  wanted: readonly GivenDetails[],
  { now }: DecisionContext,
): Decision {
  if (wanted.some(({ details }) => details !== null && !isBornBefore(details, now)))
    return refuse('born-not-plausible');
  const changed = wanted
    .map(({ racerId, details }) => ({ racerId, details: (details && tidyDetails(details)) ?? null }))
    .filter(({ racerId, details }) => !areSameDetails(detailsOf(racerId) ?? {}, details ?? {}));
  return ok(inParts(changed, (given) => ({ type: 'details-set', given })));
}
