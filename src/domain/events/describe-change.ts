import { counted } from '../language.ts';
import { nameLine } from '../results/points.ts';
import type { Direction, Precision } from '../model/precision.ts';
import { formatExactTime } from '../timing/parse-time.ts';
import type { EpochMs } from '../units.ts';
import type { AddedRacer, Change } from '../model/changes.ts';
import type { RaceFormat } from '../model/race-format.ts';
import type { Line } from '../model/lines.ts';
import { attemptOf, type EventState, slotOf } from '../model/state.ts';
import { named, type Sentence, sentenceOf } from './sentence.ts';

/** The changes of one command. */
export type Step = readonly [Change, ...Change[]];

/** Changes of one command are one step. The newest step comes first; inside a step changes stand as they happened. */
export function listSteps(changes: readonly Change[]): Step[] {
  const steps = new Map<string, Change[]>();
  for (const change of changes.toSorted((one, other) => one.seq - other.seq)) {
    const step = steps.get(change.commandId);
    if (step === undefined) steps.set(change.commandId, [change]);
    else step.push(change);
  }
  return ([...steps.values()] as unknown as Step[]).toSorted((one, other) => other[0].seq - one[0].seq);
}

/** The history that an event's state still holds: the taps, as they were recorded. For a device without a network. */
export function recordedTaps(event: EventState): Change[] {
  return Object.values(event.taps).map((tap): Change => {
    const { id: tapId, seq, line, attempt, racerId, captured, placed, note, by } = tap;
    const isSecond = racerId !== null && !tap.undone && event.counting[slotOf(racerId, line, attempt)] !== tapId;
    const envelope = { eventId: event.id, seq, commandId: tapId, at: placed.at, by };
    return {
      ...envelope,
      type: 'tap-recorded',
      tapId,
      line,
      ...attemptOf(tap),
      racerId,
      captured,
      placed,
      note,
      counts: !isSecond,
    };
  });
}

/** A step of several changes is described by its main change; the others follow from it. */
export function leadOf(step: Step): Change {
  return join(step.find(({ type }) => type === 'owner-changed' || type === 'tap-chosen') ?? step[0], step);
}

/** A command about many racers or taps is several changes of one kind: see `inParts`. */
function join(lead: Change, step: Step): Change {
  const alike = <Type extends Change['type']>(type: Type) =>
    step.filter((change): change is Extract<Change, { readonly type: Type }> => change.type === type);
  switch (lead.type) {
    case 'statuses-set':
      return { ...lead, racerIds: alike(lead.type).flatMap(({ racerIds }) => racerIds) };
    case 'bibs-set':
      return { ...lead, bibs: alike(lead.type).flatMap(({ bibs }) => bibs) };
    case 'details-set':
      return { ...lead, given: alike(lead.type).flatMap(({ given }) => given) };
    case 'handicaps-set':
      return { ...lead, given: alike(lead.type).flatMap(({ given }) => given) };
    case 'schedule-set':
      return { ...lead, slots: alike(lead.type).flatMap(({ slots }) => slots) };
    case 'taps-shifted':
      return { ...lead, tapIds: alike(lead.type).flatMap(({ tapIds }) => tapIds) };
    case 'times-checked':
      return { ...lead, times: alike(lead.type).flatMap(({ times }) => times) };
    case 'shift-undone':
      return { ...lead, tapIds: alike(lead.type).flatMap(({ tapIds }) => tapIds) };
    case 'taps-moved':
      return { ...lead, taps: alike(lead.type).flatMap(({ taps }) => taps) };
    default:
      return lead;
  }
}

/** `nameOf`: the names of owner and admins, as far as they are known. */
export const describeStep = (step: Step, event: EventState, nameOf: (userId: string) => string | null): Sentence =>
  sentenceOf(tellStep(step, event, nameOf));

function tellStep(step: Step, event: EventState, nameOf: (userId: string) => string | null): string {
  const lead = leadOf(step);
  const rotates = step.some((change) => change.type === 'keys-rotated');
  const removed = step.filter((change) => change.type === 'admin-removed').length;
  if (lead.type === 'admin-removed' && rotates) {
    const along = step.filter((each) => each !== lead && each.type === 'admin-removed' && each.admin.kind === 'email');
    const invitations = counted(along.length, 'invitation', 'invitations');
    const what = describe(lead, event, nameOf);
    return along.length === 0
      ? `${what}; the admin link changed`
      : `${what} and took back ${invitations}; the admin link changed`;
  }
  if (lead.type === 'keys-rotated' && removed > 0) {
    return `Changed the admin link, which ended the access of ${counted(removed, 'guest', 'guests')}`;
  }
  if (lead.type === 'event-created') {
    const copied = step.find((change) => change.type === 'entries-added')?.racers.length ?? 0;
    if (copied > 0) return `Created ${named(lead.name)} as a copy with ${counted(copied, 'racer', 'racers')}`;
  }
  return describe(lead, event, nameOf);
}

function describe(change: Change, event: EventState, nameOf: (userId: string) => string | null): string {
  const time = (at: EpochMs) => formatExactTime(at, event.timeZone);
  switch (change.type) {
    case 'event-created':
      return change.copiedFrom === null ? `Created ${named(change.name)}` : `Created ${named(change.name)} as a copy`;
    case 'event-renamed':
      return `Renamed the event to ${named(change.name)}`;
    case 'event-configured':
      return describeSettings(change);
    case 'event-deleted':
      return 'Deleted the event';
    case 'event-restored':
      return 'Brought the event back';
    case 'credits-awaited':
      return 'The event waits for credits';
    case 'credits-paid':
      return 'The event is paid for';
    case 'entries-added':
      return `Added ${listNames(change.racers)}`;
    case 'entry-renamed':
      return `Renamed ${named(change.was)} to ${named(change.name)}`;
    case 'entry-removed':
      return `Removed ${racerOf(event, change.racerId)}`;
    case 'entry-restored':
      return `Brought ${racerOf(event, change.racerId)} back`;
    case 'tap-recorded': {
      const { line, racerId, counts, placed, note } = change;
      const doubt = note === 'late' ? ', sent later' : note === 'ahead' ? ', from a phone whose clock was fast' : '';
      const at = time(placed.at);
      if (racerId === null) return `${headOf(event, line)} at ${at}, no racer yet${doubt}`;
      const who = racerOf(event, racerId);
      if (!counts) return `Second ${lineOf(event, line)} reading of ${who} at ${at}${doubt}`;
      if (line === 'start') return `Started ${who} at ${at}${doubt}`;
      if (line === 'finish') return `Finished ${who} at ${at}${doubt}`;
      return `${lineOf(event, line)}: ${who} at ${at}${doubt}`;
    }
    case 'tap-entered': {
      const { line, racerId, to } = change;
      const what = lineOf(event, line);
      return racerId === null
        ? `Typed in the ${what} at ${time(to)}, no racer yet`
        : `Typed in the ${what} of ${racerOf(event, racerId)} at ${time(to)}`;
    }
    case 'tap-seen':
      return `Read ${tapOf(event, change.tapId)} off the camera’s strip, ±${change.uncertainty} ms`;
    case 'tap-filled': {
      const others = counted(change.of, 'other reading', 'other readings');
      return `Filled ${tapOf(event, change.tapId)} with ${time(change.to)}, from another phone and ${others}`;
    }
    case 'taps-shifted':
      return `Moved ${counted(change.tapIds.length, 'time', 'times')} by ${formatAdjustment(change.ms)}${because(change.reason)}`;
    case 'shift-undone':
      return `Moved ${counted(change.tapIds.length, 'time', 'times')} back by ${formatAdjustment(-change.ms)}`;
    case 'taps-moved': {
      const times = counted(change.taps.length, 'time', 'times');
      const lines = [...new Set(change.taps.map(({ line }) => lineOf(event, line)))];
      return `Moved ${times} to another line: ${lines.join(', ')}`;
    }
    case 'bibs-set': {
      const [{ racerId, bib } = { racerId: '', bib: null }, ...others] = change.bibs;
      if (others.length > 0) return `Gave numbers to ${counted(change.bibs.length, 'racer', 'racers')}`;
      const who = racerOf(event, racerId);
      return bib === null ? `Took the number from ${who}` : `Gave ${who} number ${bib}`;
    }
    case 'schedule-set':
      return change.slots.length === 1
        ? `Moved ${racerOf(event, change.slots[0]!.racerId)} in the start list`
        : `Arranged the start list of ${counted(change.slots.length, 'racer', 'racers')}`;
    case 'schedule-shifted':
      return `Moved the starts from ${time(change.from)} on by ${formatAdjustment(change.ms)}`;
    case 'race-configured':
      return 'Changed the rules of the race';
    case 'format-set':
      return describeFormat(change.format);
    case 'details-set':
      return `Changed the details of ${racersOf(event, change.given)}`;
    case 'handicaps-set':
      return change.given.length === 1
        ? `Changed the handicap of ${racersOf(event, change.given)}`
        : `Changed the handicaps of ${racersOf(event, change.given)}`;
    case 'official-set':
      if (change.note === null) return 'Made the results provisional again';
      return change.note === ''
        ? 'Declared the results official'
        : `Declared the results official: ${named(change.note)}`;
    case 'helper-named':
      return change.post === null
        ? `${named(change.name)} times`
        : `${named(change.name)} times at the ${lineOf(event, change.post)}`;
    case 'rehearsal-begun':
      return 'Began a rehearsal';
    case 'rehearsal-ended':
      return change.keeps ? 'Ended the rehearsal and kept its times' : 'Ended the rehearsal and deleted its times';
    case 'tap-undone':
      return `Took back ${tapOf(event, change.tapId)}`;
    case 'tap-restored':
      return `Brought back ${tapOf(event, change.tapId)}`;
    case 'tap-corrected':
      return change.to === null
        ? `Took back the correction of ${tapOf(event, change.tapId)}`
        : `Corrected ${tapOf(event, change.tapId)} to ${time(change.to)}`;
    case 'tap-chosen': {
      const tap = event.taps[change.tapId];
      if (tap === undefined) return 'Chose another reading for a time';
      return `Chose another reading (${time(tap.placed.at)}) for ${tapOf(event, change.tapId)}`;
    }
    case 'tap-assigned': {
      const tap = event.taps[change.tapId];
      const what = tap === undefined ? 'a time' : `the ${lineOf(event, tap.line)} at ${time(tap.placed.at)}`;
      if (change.attempt !== undefined) return `Moved ${what} to heat ${change.attempt}`;
      return change.racerId === null
        ? `Took ${what} from its racer`
        : `Gave ${what} to ${racerOf(event, change.racerId)}`;
    }
    case 'status-set':
    case 'statuses-set': {
      const why = because(change.reason);
      const [only, ...others] = change.type === 'status-set' ? [change.racerId] : change.racerIds;
      const who = others.length === 0 ? racerOf(event, only!) : counted(others.length + 1, 'racer', 'racers');
      return change.status === 'OK' ? `Placed ${who} again${why}` : `${change.status}: ${who}${why}`;
    }
    case 'adjustment-added': {
      const [amount, who] = [formatAdjustment(change.ms), racerOf(event, change.racerId)];
      const why = because(change.reason);
      return change.ms > 0 ? `${amount} penalty for ${who}${why}` : `${amount} bonus for ${who}${why}`;
    }
    case 'adjustment-removed':
      return `Took back a penalty or bonus of ${racerOf(event, change.racerId)}`;
    case 'times-checked': {
      const [first, ...others] = change.times;
      const whose =
        others.length === 0
          ? `the time of ${racerOf(event, first!.racerId)}`
          : `the times of ${counted(others.length + 1, 'racer', 'racers')}`;
      return first!.ms === null ? `Asked again about ${whose}` : `Found right: ${whose}`;
    }
    case 'precision-set':
      return `Changed the precision of results: ${describePrecision(change.precision)}`;
    case 'admin-added':
      if (change.admin.kind === 'email') return `Invited ${named(change.admin.email)}`;
      if (change.admin.userId === change.by.userId) return 'Joined by the admin link';
      return `Added ${named(nameOf(change.admin.userId) ?? 'an admin')}`;
    case 'admin-removed':
      if (change.admin.kind === 'email') return `Took back the invitation of ${named(change.admin.email)}`;
      if (change.admin.userId === change.by.userId) return 'Left the event';
      return `Removed the admin ${named(nameOf(change.admin.userId) ?? 'who has gone since')}`;
    case 'owner-changed':
      return `Handed the event over to ${named(nameOf(change.ownerId) ?? 'another admin')}`;
    case 'event-shared':
      return 'Shared the event to the public group';
    case 'event-withdrawn':
      return 'Removed the event from the public group';
    case 'keys-rotated':
      return change.which === 'admin' ? 'Changed the admin link' : 'Changed the viewer link';
    case 'race-stopped':
      return 'Stopped the race';
    case 'race-resumed':
      return 'Resumed the race';
    case 'withheld':
      return 'Changed the event';
  }
}

/** A split point has its own name, as a racer has. */
const lineOf = (event: EventState, line: Line): string =>
  line === 'start' || line === 'finish' ? nameLine(event, line) : named(nameLine(event, line));

function headOf(event: EventState, line: Line): string {
  if (line === 'start') return 'Start';
  return line === 'finish' ? 'Finish' : lineOf(event, line);
}

const because = (reason: string): string => (reason === '' ? '' : `, because: ${named(reason)}`);

const formatAdjustment = (ms: number): string => `${ms > 0 ? '+' : '−'}${Math.abs(ms) / 1000} s`;

const rounding: Readonly<Record<Direction, string>> = {
  down: 'cut off',
  up: 'rounded up',
  halfUp: 'rounded to the nearest',
  halfEven: 'rounded to the nearest, halves to the even one',
};

const describePrecision = ({ unit, direction }: Precision): string => `${unit / 1000} s, ${rounding[direction]}`;

function describeFormat(format: Partial<RaceFormat>): string {
  if (format.attempts !== undefined) return `Changed the heats. Now timing heat ${format.attempts.current}`;
  if (format.categories !== undefined) return 'Changed the categories';
  if (format.teams !== undefined) return 'Changed the teams';
  if (format.handicap !== undefined) return format.handicap === null ? 'Turned handicaps off' : 'Turned handicaps on';
  if (format.course !== undefined) return 'Changed the course';
  if (format.conditions !== undefined) return 'Noted the conditions';
  return 'Changed how results are made';
}

function describeSettings({ initialsOnly, isIndexed }: { initialsOnly?: boolean; isIndexed?: boolean }): string {
  const told: string[] = [];
  if (initialsOnly !== undefined) told.push(initialsOnly ? 'viewers see initials only' : 'viewers see full names');
  if (isIndexed !== undefined)
    told.push(isIndexed ? 'search engines may list the event' : 'search engines may not list the event');
  return `Changed the settings: ${told.join(', ')}`;
}

function racerOf(event: EventState, racerId: string): string {
  return named(event.entries[racerId]?.name ?? 'a racer');
}

const racersOf = (event: EventState, given: readonly { readonly racerId: string }[]): string =>
  given.length === 1 ? racerOf(event, given[0]!.racerId) : counted(given.length, 'racer', 'racers');

/** For example 'the start of Ada'. */
function tapOf(event: EventState, tapId: string): string {
  const tap = event.taps[tapId];
  if (tap === undefined) return 'a time';
  return tap.racerId === null
    ? `the ${lineOf(event, tap.line)} without a racer`
    : `the ${lineOf(event, tap.line)} of ${racerOf(event, tap.racerId)}`;
}

const SHOWN_NAMES = 3;

function listNames(added: readonly AddedRacer[]): string {
  const [first = '', second = '', third = ''] = added.slice(0, SHOWN_NAMES).map(({ name }) => named(name));
  if (added.length <= 1) return first;
  if (added.length === 2) return `${first} and ${second}`;
  if (added.length === 3) return `${first}, ${second} and ${third}`;
  return `${first}, ${second} and ${counted(added.length - 2, 'more racer', 'more racers')}`;
}
