import { areSameDetails, type Details, isBornBefore, tidyDetails } from '../racers/details.ts';
import { ok, refuse } from '../result.ts';
import type { GivenDetails } from './changes.ts';
import type { EventCommand } from './commands.ts';
import { type Decision, type DecisionContext, inParts } from './decision.ts';
import { differing, refuseStranger } from './race-values.ts';
import type { EventState } from './state.ts';

export type FormatCommand = Extract<
  EventCommand,
  { readonly type: 'format.set' | 'details.set' | 'handicaps.set' | 'official.set' }
>;

/** What results are made of besides times: the format, what is known of racers, and the owner's word on the results. */
export function decideFormat(event: EventState, command: FormatCommand, context: DecisionContext): Decision {
  switch (command.type) {
    case 'format.set': {
      const format = differing(event.format, command.format);
      return Object.keys(format).length === 0 ? ok([]) : ok([{ type: 'format-set', format }]);
    }
    case 'details.set': {
      const stranger = refuseStranger(event, command.given);
      return stranger ?? decideDetails((racerId) => event.entries[racerId]!.details, command.given, context);
    }
    case 'handicaps.set': {
      const stranger = refuseStranger(event, command.given);
      if (stranger !== null) return stranger;
      const changed = command.given.filter(({ racerId, handicap }) => {
        const now = event.entries[racerId]!.handicap;
        return now?.ms !== handicap?.ms || now?.source !== handicap?.source;
      });
      return ok(inParts(changed, (given) => ({ type: 'handicaps-set', given })));
    }
    case 'official.set': {
      const note = command.note?.trim() ?? null;
      return note === (event.official?.note ?? null) ? ok([]) : ok([{ type: 'official-set', note }]);
    }
  }
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
