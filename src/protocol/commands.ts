import * as z from 'zod/mini';
import type { Change } from '../domain/model/changes.ts';
import type { EventCommand } from '../domain/events/commands.ts';
import type { CommandOf } from '../domain/events/decision.ts';
import type { Racer, RacerCommandBody } from '../domain/racers/library.ts';
import { readingRules, type RaceSettings, startPolicies, tieRules, toneSets } from '../domain/model/race-settings.ts';
import {
  countingRules,
  handicapRules,
  type Quota,
  type RaceFormat,
  shownDetails,
  teamScores,
} from '../domain/model/race-format.ts';
import { EARLIEST_BORN, genders } from '../domain/racers/details.ts';
import { tapWays } from '../domain/model/state.ts';
import { directions } from '../domain/model/precision.ts';
import { statuses } from '../domain/model/ruling.ts';
import type { ClockObservation, Reading } from '../domain/timing/clock.ts';
import type { DurationMs, EpochMs } from '../domain/units.ts';
import { isEventCommand } from './command-kinds.ts';
import type { RefusedCommand } from './errors.ts';
import {
  MAX_COMMANDS,
  MAX_EMAIL_LENGTH,
  MAX_ENTRIES_PER_COMMAND,
  MAX_GUEST_KEY_LENGTH,
  MAX_GROUP_LENGTH,
  MAX_GROUPS,
  MAX_ADJUSTMENT_MS,
  MAX_SEEN_MS,
  MAX_HANDICAP_MS,
  MAX_ATTEMPTS,
  MAX_CATEGORIES,
  MAX_COURSE_METERS,
  MAX_BIB_LENGTH,
  MAX_DESCRIBED_PER_COMMAND,
  MAX_NAMED_PER_COMMAND,
  MAX_POINTS,
  MAX_NAME_LENGTH,
  MAX_OBSERVATIONS,
  MAX_REASON_LENGTH,
} from './limits.ts';
import { ID } from './ids.ts';
import { email, oneLine, text } from './text.ts';
import { timeZone } from './time-zone.ts';

export { isEventCommand, PROTOCOL_VERSION } from './command-kinds.ts';

export const id = z.string().check(z.regex(ID));
const userId = text(64).check(z.minLength(1));

const YEAR_2100 = 4_102_444_800_000;
export const momentOnClock = z.number().check(z.gte(0), z.lt(YEAR_2100)) as unknown as z.ZodMiniType<EpochMs>;

/**
 * Readings are stored as the device's clocks were, and a clock that was never set may say anything. The time that
 * counts is placed by observations.
 */
const reading: z.ZodMiniType<Reading> = z.object({
  wall: z.number(),
  monotonic: z.number(),
  origin: z.number(),
});
const clockObservation = z.object({
  reading,
  common: z.number().check(z.gte(0), z.lt(YEAR_2100)),
  uncertainty: z.number().check(z.gte(0), z.lte(3_600_000)),
});

const name = text(MAX_NAME_LENGTH);
const group = text(MAX_GROUP_LENGTH);
const groups = z.array(group).check(z.maxLength(MAX_GROUPS));
const tapId = z.object({ tapId: id });
const racerOrNone = z.nullable(id);
const bib = z.nullable(text(MAX_BIB_LENGTH).check(oneLine));
const word = text(MAX_GROUP_LENGTH).check(oneLine);
const details = z.object({
  born: z.exactOptional(z.int().check(z.gte(EARLIEST_BORN), z.lte(2100))),
  gender: z.exactOptional(z.enum(genders)),
  class: z.exactOptional(word),
  club: z.exactOptional(word),
  team: z.exactOptional(word),
  category: z.exactOptional(word),
});
const addedRacer = z.object({
  racerId: id,
  name,
  groups,
  bib: z.nullable(text(MAX_BIB_LENGTH)),
  rehearsal: z.exactOptional(z.literal(true)),
  details: z.exactOptional(details),
});
const attempt = z.int().check(z.gte(1), z.lte(MAX_ATTEMPTS));
const ofAttempt = { racerId: id, attempt };
const reason = text(MAX_REASON_LENGTH).check(oneLine);
const adjustment = z.int().check(
  z.gte(-MAX_ADJUSTMENT_MS),
  z.lte(MAX_ADJUSTMENT_MS),
  z.refine<number>((ms) => ms !== 0, 'must not be 0'),
) as unknown as z.ZodMiniType<DurationMs>;
/** Zero is allowed: two devices may agree. */
const shiftMs = z
  .int()
  .check(z.gte(-MAX_ADJUSTMENT_MS), z.lte(MAX_ADJUSTMENT_MS)) as unknown as z.ZodMiniType<DurationMs>;
/** A ride may take longer than any adjustment: a stage of days is one, too. */
const checkedMs = z.int().check(z.gte(0)) as unknown as z.ZodMiniType<DurationMs>;
const seenMs = z.int().check(z.gte(0), z.lte(MAX_SEEN_MS)) as unknown as z.ZodMiniType<DurationMs>;
/** Thousandths are not offered: boards show hundredths, and a tie could not be told from a difference. */
const precision = z.object({
  unit: z.literal([10, 100, 1000]) as unknown as z.ZodMiniType<DurationMs>,
  direction: z.enum(directions),
});
/** Words of a few letters: they stand in the log with every tap. */
const line = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,23}$/));
const many = <Item extends z.ZodMiniType>(item: Item, most = MAX_NAMED_PER_COMMAND) =>
  z.array(item).check(z.minLength(1), z.maxLength(most));
/** Ids are checked in one go: a request may hold twenty thousand, and zod takes as long for each as its pattern. */
const ids = z
  .custom<string[]>(
    (value) =>
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= MAX_NAMED_PER_COMMAND &&
      value.every((each) => typeof each === 'string' && ID.test(each)),
    `must be a list of 1 to ${MAX_NAMED_PER_COMMAND} UUIDs`,
  )
  .check(
    z.meta({
      type: 'array',
      minItems: 1,
      maxItems: MAX_NAMED_PER_COMMAND,
      items: { type: 'string', pattern: ID.source },
    }),
  );
const order = z.number().check(z.gte(0), z.lte(1_000_000));
const slot = z.object({ racerId: id, order, at: z.nullable(momentOnClock) });
const point = z.object({ line, name: text(MAX_GROUP_LENGTH).check(oneLine, z.minLength(1)) });
/** Half a minute is the longest window of the start clocks in use. */
const MAX_WINDOW_MS = 30_000;
const settings = z.object({
  preset: z.exactOptional(z.nullable(text(32))),
  startPolicy: z.exactOptional(z.enum(startPolicies)),
  windowMs: z.exactOptional(z.int().check(z.gte(0), z.lte(MAX_WINDOW_MS)) as unknown as z.ZodMiniType<DurationMs>),
  tones: z.exactOptional(z.enum(toneSets)),
  readings: z.exactOptional(z.enum(readingRules)),
  mainDevice: z.exactOptional(z.nullable(id)),
  ties: z.exactOptional(z.enum(tieRules)),
  points: z.exactOptional(
    z.array(point).check(
      z.maxLength(MAX_POINTS),
      z.refine<readonly { readonly line: string }[]>(
        (points) => new Set(points.map((each) => each.line)).size === points.length,
        'must name each line once',
      ),
    ),
  ),
  openHistory: z.exactOptional(z.boolean()),
  openPictures: z.exactOptional(z.boolean()),
}) as unknown as z.ZodMiniType<Partial<RaceSettings>>;
const age = z.int().check(z.gte(0), z.lte(200));
const someOf = z.nullable(word.check(z.minLength(1)));
const gender = z.nullable(z.enum(genders));
const category = z.object({
  name: word.check(z.minLength(1)),
  group: someOf,
  gender,
  class: someOf,
  ages: z.nullable(
    z.tuple([age, age]).check(z.refine<[number, number]>(([from, to]) => from <= to, 'must begin with the lower age')),
  ),
});
const isDistinct = (named: readonly { readonly name: string }[]) =>
  new Set(named.map(({ name: each }) => each)).size === named.length;
const few = z.int().check(z.gte(1), z.lte(50));
const format = z.object({
  categories: z.exactOptional(
    z.array(category).check(z.maxLength(MAX_CATEGORIES), z.refine(isDistinct, 'must name each category once')),
  ),
  shows: z.exactOptional(z.array(z.enum(shownDetails)).check(z.maxLength(shownDetails.length))),
  attempts: z.exactOptional(
    z
      .object({ count: attempt, counts: z.enum(countingRules), current: attempt })
      .check(
        z.refine<{ count: number; current: number }>(
          ({ count, current }) => current <= count,
          'has a current run beyond its count',
        ),
      ),
  ),
  teams: z.exactOptional(
    z.nullable(
      z
        .object({
          of: z.enum(['team', 'club']),
          score: z.enum(teamScores),
          n: few,
          displaces: z.boolean(),
          quota: z.nullable(z.object({ gender, class: someOf, least: few })),
          startsTogether: z.boolean(),
        })
        .check(
          z.refine<{ n: number; quota: Quota | null }>(
            ({ n, quota }) => (quota?.least ?? 0) <= n,
            'has a quota above n',
          ),
        ),
    ),
  ),
  handicap: z.exactOptional(z.nullable(z.enum(handicapRules))),
  course: z.exactOptional(
    z.nullable(
      z.object({
        name: word.check(z.minLength(1)),
        meters: z.nullable(z.number().check(z.gt(0), z.lte(MAX_COURSE_METERS))),
      }),
    ),
  ),
  conditions: z.exactOptional(text(MAX_NAME_LENGTH).check(oneLine)),
}) as unknown as z.ZodMiniType<Partial<RaceFormat>>;
const givenHandicap = z.object({
  racerId: id,
  handicap: z.nullable(z.object({ ms: z.int().check(z.gte(-MAX_HANDICAP_MS), z.lte(MAX_HANDICAP_MS)), source: word })),
});
const entries = z.array(addedRacer).check(z.minLength(1), z.maxLength(MAX_ENTRIES_PER_COMMAND));

const envelope = { id, deviceId: id, captured: reading };
const command = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.object({ ...envelope, eventId: id, type: z.literal(type), ...shape });

type Envelope = 'type' | 'eventId' | 'id' | 'deviceId' | 'captured';
/** A field of a command without a schema, or with one of another shape, does not compile. */
type Shapes = {
  readonly [Type in EventCommand['type']]: {
    readonly [Field in Exclude<keyof CommandOf<Type>, Envelope>]-?: z.ZodMiniType<CommandOf<Type>[Field]>;
  };
};

const eventShapes: Shapes = {
  'event.create': { name, timeZone },
  'event.duplicate': { sourceId: id },
  'event.rename': { name },
  'event.configure': {
    initialsOnly: z.exactOptional(z.boolean()),
    isIndexed: z.exactOptional(z.boolean()),
  },
  'event.delete': {},
  'event.restore': {},
  'entries.add': { racers: entries },
  'entry.rename': { racerId: id, name },
  'entry.remove': { racerId: id },
  'entry.restore': { racerId: id },
  'tap.record': {
    line,
    run: attempt,
    racerId: racerOrNone,
    via: z.exactOptional(z.enum(tapWays)),
  },
  'tap.undo': tapId.shape,
  'tap.redo': tapId.shape,
  'tap.correct': { ...tapId.shape, to: z.nullable(momentOnClock) },
  'tap.choose': tapId.shape,
  'tap.assign': { ...tapId.shape, racerId: racerOrNone, attempt: z.exactOptional(attempt) },
  'tap.enter': { line, racerId: racerOrNone, to: momentOnClock, attempt: z.exactOptional(attempt) },
  'tap.see': { ...tapId.shape, uncertainty: seenMs },
  'tap.fill': {
    ...tapId.shape,
    to: momentOnClock,
    correction: shiftMs,
    of: z.int().check(z.gte(1), z.lte(10)),
  },
  'taps.shift': { tapIds: ids, ms: adjustment, reason },
  'shift.undo': { shiftId: id },
  'taps.move': { taps: many(z.object({ tapId: id, line, beside: z.exactOptional(z.literal(true)) })) },
  'status.set': { ...ofAttempt, status: z.enum(statuses), reason },
  'adjustment.add': { ...ofAttempt, ms: adjustment, reason },
  'adjustment.remove': { ...ofAttempt, adjustmentId: id },
  'statuses.set': {
    racerIds: ids,
    attempt: z.exactOptional(attempt),
    status: z.enum(statuses),
    reason,
  },
  'times.check': { times: many(z.object({ ...ofAttempt, ms: z.nullable(checkedMs) })) },
  'precision.set': { precision },
  'bibs.set': { bibs: many(z.object({ racerId: id, bib })) },
  'schedule.set': { slots: many(slot), was: z.exactOptional(z.nullable(id)) },
  'schedule.shift': { from: momentOnClock, ms: adjustment },
  'race.configure': { settings },
  'format.set': { format },
  'details.set': {
    given: many(z.object({ racerId: id, details: z.nullable(details) }), MAX_DESCRIBED_PER_COMMAND),
  },
  'handicaps.set': { given: many(givenHandicap) },
  'official.set': { note: z.nullable(reason) },
  'helper.name': { name: text(MAX_GROUP_LENGTH).check(oneLine), post: z.nullable(line) },
  'rehearsal.begin': {},
  'rehearsal.end': { keeps: z.boolean() },
  'race.stop': { undoes: z.exactOptional(id) },
  'race.resume': { stopId: id, ms: shiftMs },
  'admin.invite': { email, language: z.exactOptional(text(6)) },
  'admin.join': {},
  'admin.remove': { userId },
  // The address is only compared, so a looser check lets an admin take any listed address off the list.
  'admin.uninvite': { email: text(MAX_EMAIL_LENGTH).check(z.trim(), z.toLowerCase()) },
  'admin.leave': {},
  'owner.change': { userId },
  'group.share': {},
  'group.withdraw': {},
  'keys.rotate': {
    which: z.enum(['admin', 'viewer']),
    withdraws: z.exactOptional(z.array(z.enum(['guests', 'others'])).check(z.maxLength(2))),
  },
};

const [first, ...others] = (Object.keys(eventShapes) as EventCommand['type'][]).map((type) =>
  command(type, eventShapes[type]),
);
export const eventCommand = z.discriminatedUnion('type', [first!, ...others]) as unknown as z.ZodMiniType<EventCommand>;

const libraryCommand = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.object({ ...envelope, racerId: id, type: z.literal(type), ...shape });

export const racerCommand = z.discriminatedUnion('type', [
  libraryCommand('racer.create', { name, groups, details: z.exactOptional(details) }),
  libraryCommand('racer.describe', { details }),
  libraryCommand('racer.rename', { name }),
  libraryCommand('racer.tag', { group }),
  libraryCommand('racer.untag', { group }),
  libraryCommand('racer.delete', {}),
  libraryCommand('racer.merge', { into: id }),
  libraryCommand('racer.separate', {}),
  libraryCommand('racer.restore', {}),
]);

export type RacerCommand = RacerCommandBody &
  Pick<EventCommand, 'id' | 'deviceId' | 'captured'> & { readonly racerId: string };
export type Command = EventCommand | RacerCommand;

export const anyCommand: z.ZodMiniType<Command> = z.union([eventCommand, racerCommand]);

/** Commands are checked one by one: one that is not understood must not hold up the others. */
export const commandBatch = z.object({
  protocol: z.int(),
  /** The schema version of the page. Absent: Beta 0.23 or before. */
  schema: z._default(z.int(), 1),
  /** The account whose commands these are. The session of another account refuses all, and they stay on the device. */
  userId: z.optional(userId),
  commands: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_COMMANDS)),
  /** Observations of the sending device, around the times of its commands. They travel beside commands, not inside. */
  observations: z.array(z.unknown()).check(z.maxLength(MAX_OBSERVATIONS)),
  /** The guest keys that the device holds, by event: see `keysFor`. */
  keys: z.custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null,
    'must be an object',
  ),
});

type ParsedBatch = z.infer<typeof commandBatch>;

export function knownObservations({ observations }: ParsedBatch): ClockObservation[] {
  return observations.flatMap((value) => {
    const checked = clockObservation.safeParse(value);
    return checked.success ? [checked.data] : [];
  });
}

/**
 * The guest keys of events that these commands name: each key costs a look-up. Other keys are passed over and not
 * refused: a device that holds the keys of many events may send them all, and its taps must get through.
 */
export function keysFor(commands: readonly Command[], { keys }: ParsedBatch): Record<string, string> {
  const eventIds = new Set(commands.filter(isEventCommand).map(({ eventId }) => eventId));
  const pairs = [...eventIds].map((eventId) => [eventId, keys[eventId]] as const);
  return Object.fromEntries(
    pairs.filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= MAX_GUEST_KEY_LENGTH,
    ),
  );
}

export type CommandAnswer =
  | {
      readonly id: string;
      readonly status: 'accepted';
      readonly changes: readonly Change[];
      readonly racer?: Racer | null;
    }
  | ({ readonly id: string; readonly status: 'refused' } & RefusedCommand)
  /** The command was not looked at: the device keeps it and sends it again. */
  | { readonly id: string; readonly status: 'later' };

export interface CommandAnswers {
  readonly answers: readonly CommandAnswer[];
  /** The schema version of the server. Absent: Beta 0.23 or before. */
  readonly schema?: number;
}
