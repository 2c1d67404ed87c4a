import { randomUUID } from 'node:crypto';
import { commandKinds, type OnEventType } from '../../../src/domain/events/command-kinds.ts';
import type { EventCommandBody } from '../../../src/domain/events/commands.ts';
import type { RacerCommandBody } from '../../../src/domain/racers/library.ts';
import { durationMs, epochMs } from '../../../src/domain/units.ts';
import type { Command } from '../../../src/protocol/commands.ts';
import {
  MAX_ADJUSTMENT_MS,
  MAX_HANDICAP_MS,
  MAX_CATEGORIES,
  MAX_COMMANDS,
  MAX_GROUP_LENGTH,
  MAX_NAME_LENGTH,
  MAX_DESCRIBED_PER_COMMAND,
  MAX_NAMED_PER_COMMAND,
  MAX_POINTS,
  MAX_REASON_LENGTH,
} from '../../../src/protocol/limits.ts';
import { MOST_IN_COMMANDS } from '../../../src/server/json/strict-json.ts';
import { call, commandCall } from '../../matrix/wire.ts';
import { eventCommand, racerCommand } from '../../support/commands.ts';
import { newEmail } from '../people.ts';
import type { Probe } from './probe.ts';
import type { ProbeGroup } from './route-probes.ts';
import { type CostStage, longest, mostGroups, mostRacers } from './stage.ts';

type Body<Union, Type> = Extract<Union, { readonly type: Type }>;
type EventInputs = {
  readonly [Type in EventCommandBody['type']]: (stage: CostStage) => Omit<Body<EventCommandBody, Type>, 'type'>;
};
type RacerInputs = {
  readonly [Type in RacerCommandBody['type']]: (stage: CostStage) => Omit<Body<RacerCommandBody, Type>, 'type'>;
};

const nothing = () => ({});
const name = () => ({ name: `${randomUUID()} ${longest(MAX_NAME_LENGTH - 40)}` });
const someTap = ({ tapIds }: CostStage) => ({ tapId: tapIds[0]! });
const someRacer = ({ racerIds }: CostStage) => ({ racerId: racerIds[0]! });

const someAttempt = (stage: CostStage) => ({ ...someRacer(stage), attempt: 1 });
/** A different reason each time: the same one again would change nothing. */
const reason = () => ({ reason: `${randomUUID()} ${longest(MAX_REASON_LENGTH - 40)}` });
let unit = 10;

const mostDetails = () => ({
  born: 1980,
  gender: 'F' as const,
  class: longest(MAX_GROUP_LENGTH),
  club: randomUUID(),
  team: longest(MAX_GROUP_LENGTH),
  category: longest(MAX_GROUP_LENGTH),
});

/** The largest body of every command. */
const eventInputs: EventInputs = {
  'event.create': () => ({ ...name(), timeZone: 'America/Argentina/ComodRivadavia' }),
  'event.duplicate': ({ eventId }) => ({ sourceId: eventId }),
  'event.rename': name,
  'event.configure': () => ({ initialsOnly: true, isIndexed: true }),
  'event.delete': nothing,
  'event.restore': nothing,
  'entries.add': ({ racerIds }) => ({ racers: mostRacers(racerIds) }),
  'entry.rename': (stage) => ({ ...someRacer(stage), ...name() }),
  'entry.remove': someRacer,
  'entry.restore': someRacer,
  'tap.record': ({ racerIds }) => ({ line: 'finish', run: 1, racerId: racerIds[0]! }),
  'tap.undo': someTap,
  'tap.redo': someTap,
  'tap.correct': (stage) => ({ ...someTap(stage), to: epochMs(Date.now()) }),
  'tap.choose': someTap,
  'tap.assign': (stage) => ({ ...someTap(stage), ...someRacer(stage) }),
  'status.set': (stage) => ({ ...someAttempt(stage), status: 'DSQ', ...reason() }),
  'adjustment.add': (stage) => ({ ...someAttempt(stage), ms: durationMs(MAX_ADJUSTMENT_MS), ...reason() }),
  'adjustment.remove': (stage) => ({ ...someAttempt(stage), adjustmentId: stage.tapIds[0]! }),
  'statuses.set': ({ racerIds }) => ({
    racerIds: racerIds.slice(0, MAX_NAMED_PER_COMMAND),
    status: 'DSQ',
    ...reason(),
  }),
  'times.check': ({ racerIds }) => ({
    times: racerIds
      .slice(0, MAX_NAMED_PER_COMMAND)
      .map((racerId) => ({ racerId, attempt: 1, ms: durationMs(Math.floor(Math.random() * MAX_ADJUSTMENT_MS)) })),
  }),
  'tap.enter': (stage) => ({ line: 'finish', ...someRacer(stage), to: epochMs(Date.now()) }),
  'tap.see': (stage) => ({ ...someTap(stage), uncertainty: durationMs(Math.floor(Math.random() * 1_000)) }),
  'tap.fill': (stage) => ({
    ...someTap(stage),
    to: epochMs(Date.now()),
    correction: durationMs(MAX_ADJUSTMENT_MS),
    of: 10,
  }),
  'taps.shift': ({ tapIds }) => ({
    tapIds: tapIds.slice(0, MAX_NAMED_PER_COMMAND),
    ms: durationMs(MAX_ADJUSTMENT_MS),
    ...reason(),
  }),
  'shift.undo': ({ tapIds }) => ({ shiftId: tapIds[0]! }),
  'taps.move': ({ tapIds }) => ({
    taps: tapIds.slice(0, MAX_NAMED_PER_COMMAND).map((tapId, index) => ({ tapId, line: `p${index % 50}` })),
  }),
  'bibs.set': ({ racerIds }) => ({
    bibs: racerIds.slice(0, MAX_NAMED_PER_COMMAND).map((racerId) => ({ racerId, bib: randomUUID().slice(0, 16) })),
  }),
  'schedule.set': ({ racerIds }) => ({
    slots: racerIds
      .slice(0, MAX_NAMED_PER_COMMAND)
      .map((racerId) => ({ racerId, order: Math.random(), at: epochMs(Date.now()) })),
  }),
  'schedule.shift': () => ({ from: epochMs(0), ms: durationMs(MAX_ADJUSTMENT_MS) }),
  'race.configure': () => ({
    settings: {
      preset: randomUUID().slice(0, 32),
      points: Array.from({ length: MAX_POINTS }, (_, index) => ({
        line: `split-${index}-${longest(10).toLowerCase()}`,
        name: longest(MAX_GROUP_LENGTH),
      })),
    },
  }),
  'format.set': () => ({
    format: {
      categories: Array.from({ length: MAX_CATEGORIES }, (_, index) => ({
        name: `${index} ${longest(MAX_GROUP_LENGTH - 10)}`,
        group: longest(MAX_GROUP_LENGTH),
        gender: 'F',
        class: randomUUID(),
        ages: [0, 120],
      })),
      conditions: longest(MAX_NAME_LENGTH),
    },
  }),
  'details.set': ({ racerIds }) => ({
    given: racerIds.slice(0, MAX_DESCRIBED_PER_COMMAND).map((racerId) => ({ racerId, details: mostDetails() })),
  }),
  'handicaps.set': ({ racerIds }) => ({
    given: racerIds.slice(0, MAX_NAMED_PER_COMMAND).map((racerId) => ({
      racerId,
      handicap: { ms: Math.floor(Math.random() * MAX_HANDICAP_MS), source: longest(MAX_GROUP_LENGTH) },
    })),
  }),
  'official.set': () => ({ note: longest(MAX_REASON_LENGTH) }),
  'helper.name': () => ({ name: `${randomUUID()} ${longest(MAX_GROUP_LENGTH - 40)}`, post: 'finish' }),
  'rehearsal.begin': nothing,
  'rehearsal.end': () => ({ keeps: true }),
  'race.stop': nothing,
  'race.resume': ({ tapIds }) => ({ stopId: tapIds[0]!, ms: durationMs(MAX_ADJUSTMENT_MS) }),
  'precision.set': () => {
    unit = unit === 10 ? 1000 : 10;
    return { precision: { unit: durationMs(unit), direction: 'halfEven' } };
  },
  'admin.invite': () => ({ email: newEmail() }),
  'admin.join': nothing,
  'admin.remove': () => ({ userId: longest(64) }),
  'admin.uninvite': () => ({ email: newEmail() }),
  'admin.leave': nothing,
  'owner.change': () => ({ userId: longest(64) }),
  'group.share': nothing,
  'group.withdraw': nothing,
  'keys.rotate': () => ({ which: 'viewer' }),
};

const racerInputs: RacerInputs = {
  'racer.create': () => ({ ...name(), groups: mostGroups() }),
  'racer.rename': name,
  'racer.describe': () => ({ details: mostDetails() }),
  'racer.tag': () => ({ group: longest(MAX_GROUP_LENGTH) }),
  'racer.untag': () => ({ group: longest(MAX_GROUP_LENGTH) }),
  'racer.delete': nothing,
  'racer.merge': (stage) => ({ into: stage.racerIds[2]! }),
  'racer.separate': nothing,
  'racer.restore': nothing,
};

const BATCH = 'a batch counts as many commands as it has, of 20,000 and then 100 a second for an account';

const PAID = 'an event is paid with credits, and a copy has every racer of the first';

export function commandProbes(stage: CostStage): ProbeGroup[] {
  const types = ['event.create', 'event.duplicate', ...(Object.keys(commandKinds) as OnEventType[])] as const;
  const onEvent = types.map((type) =>
    groupOf(stage, type, () => {
      const eventId = /^event\.(create|duplicate)$/.test(type) ? randomUUID() : stage.eventId;
      return eventCommand(eventId, { type, ...eventInputs[type](stage) } as EventCommandBody);
    }),
  );
  const onRacer = Object.entries(racerInputs).map(([type, input]) =>
    groupOf(stage, type, () => {
      const racerId = type === 'racer.create' ? randomUUID() : stage.racerIds[1]!;
      return racerCommand(racerId, { type, ...input(stage) } as RacerCommandBody);
    }),
  );
  return [...onEvent, ...onRacer];
}

function groupOf(stage: CostStage, name: string, make: () => Command): ProbeGroup {
  const { owner, friend, guest, target } = stage;
  const send = (cookie: string, count: number) => () => {
    const one = make();
    // As many commands as fit into a request: of large ones fewer than a hundred.
    const text = JSON.stringify(one);
    const found = (part: RegExp) => text.match(part)?.length ?? 1;
    const fitting = Math.min(
      count,
      Math.floor(900_000 / text.length),
      Math.floor((MOST_IN_COMMANDS.brackets - 50) / found(/[{[]/g)),
      Math.floor((MOST_IN_COMMANDS.keys - 50) / found(/":/g)),
      Math.floor((MOST_IN_COMMANDS.commas - 50) / found(/,/g)),
    );
    return call(target.url, commandCall(cookie, {}, ...Array.from({ length: Math.max(1, fitting) }, make)));
  };
  // Every account may create events and racers, so these commands have no stranger.
  const isOwn = name === 'event.create' || name === 'racer.create';
  const probes: Probe[] = [
    { name: `${name} by its owner`, ...(name === 'event.duplicate' && { dear: PAID }), send: send(owner.cookie, 1) },
    { name: `${name}, a hundred by a guest who may not`, send: send(guest.cookie, MAX_COMMANDS) },
    ...(isOwn ? [] : [{ name: `${name}, a hundred by a stranger`, send: send(friend.cookie, MAX_COMMANDS) }]),
    { name: `${name}, a hundred by its owner`, dear: BATCH, send: send(owner.cookie, MAX_COMMANDS) },
  ];
  return { name, probes };
}
