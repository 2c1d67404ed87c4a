import { ok, refuse } from '../result.ts';
import { noRuling, rulingKey } from '../results/ruling.ts';
import type { GivenBib } from './changes.ts';
import type { EventCommand } from './commands.ts';
import { decideFormat } from './decide-format.ts';
import { type Decision, type DecisionContext, inParts } from './decision.ts';
import { differing, refuseStranger } from './race-values.ts';
import type { EventState } from './state.ts';

export type RaceCommand = Extract<
  EventCommand,
  {
    readonly type:
      | 'statuses.set'
      | 'bibs.set'
      | `schedule.${string}`
      | 'race.configure'
      | 'format.set'
      | 'details.set'
      | 'handicaps.set'
      | 'official.set'
      | 'helper.name'
      | `rehearsal.${string}`;
  }
>;

const nothing: Decision = ok([]);

/** How the race is arranged: numbers, the start list, settings, timekeepers, and the rehearsal before it. */
export function decideRace(event: EventState, command: RaceCommand, context: DecisionContext): Decision {
  switch (command.type) {
    case 'statuses.set':
      return decideStatuses(event, command);
    case 'bibs.set':
      return decideBibs(event, command.bibs);
    case 'schedule.set': {
      const { slots, was } = command;
      const stranger = refuseStranger(event, slots);
      if (stranger !== null) return stranger;
      if (was !== undefined && was !== event.arrangedBy) return refuse('start-list-changed');
      const changed = slots.filter(({ racerId, order, at }) => {
        const slot = event.entries[racerId]!.slot;
        return slot?.order !== order || slot.at !== at;
      });
      return ok(inParts(changed, (part) => ({ type: 'schedule-set', slots: part, arranges: was !== undefined })));
    }
    case 'schedule.shift': {
      const { from, ms } = command;
      const moves = Object.values(event.entries).some(({ slot }) => slot?.at != null && slot.at >= from);
      return moves ? ok([{ type: 'schedule-shifted', from, ms }]) : nothing;
    }
    case 'race.configure': {
      const settings = differing(event.race, command.settings);
      return Object.keys(settings).length === 0 ? nothing : ok([{ type: 'race-configured', settings }]);
    }
    case 'format.set':
    case 'details.set':
    case 'handicaps.set':
    case 'official.set':
      return decideFormat(event, command, context);
    case 'helper.name': {
      const { userId } = context.actor;
      const { post } = command;
      const name = command.name.trim();
      const known = event.helpers.find((helper) => helper.userId === userId);
      if (userId === null || name === '' || (known?.name === name && known.post === post)) return nothing;
      return ok([{ type: 'helper-named', userId, name, post }]);
    }
    case 'rehearsal.begin':
      if (event.rehearsal !== null) return nothing;
      // A race that has begun would be wiped with the rehearsal.
      return Object.keys(event.counting).length > 0 ? refuse('race-has-begun') : ok([{ type: 'rehearsal-begun' }]);
    case 'rehearsal.end':
      return event.rehearsal === null ? nothing : ok([{ type: 'rehearsal-ended', keeps: command.keeps }]);
  }
}

function decideStatuses(event: EventState, command: RaceCommand & { readonly type: 'statuses.set' }): Decision {
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
function decideBibs(event: EventState, given: readonly GivenBib[]): Decision {
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
