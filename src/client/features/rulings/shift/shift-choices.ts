import type { Line } from '../../../../domain/model/lines.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import type { MoveChoice, RacersChoice } from '../../../../domain/events/move-taps.ts';
import { listWaves } from '../../../../domain/events/move-taps.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { parseTimeOfDay } from '../../../../domain/timing/parse-time.ts';
import { epochMs } from '../../../../domain/units.ts';
import { nameAuthor, nameDevice } from '../../../event/author.ts';
import type { OpenEvent } from '../../../event/event-context.ts';

/** The fields of the form, as they are chosen and typed. An empty field limits nothing. */
export interface ShiftFields {
  readonly deviceId: string;
  readonly line: string;
  readonly racers: string;
  readonly from: string;
  readonly to: string;
}

export const anyTap: ShiftFields = { deviceId: '', line: '', racers: '', from: '', to: '' };

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Phones by the names of those who tapped on them. */
export function listDevices(open: OpenEvent): Option[] {
  const devices = new Map<string, { readonly label: string; readonly taps: number }>();
  for (const { by } of Object.values(open.event.taps)) {
    if (by.deviceId === '') continue;
    const helper = open.event.helpers.find(({ userId }) => userId === by.userId);
    const name = helper?.name || nameAuthor(by, open);
    const taps = (devices.get(by.deviceId)?.taps ?? 0) + 1;
    devices.set(by.deviceId, { label: [name, nameDevice(by, open)].filter(Boolean).join(', '), taps });
  }
  return [...devices].map(([value, { label, taps }]) => ({
    value,
    label: `${label}: ${counted(taps, 'tap', 'taps')}`,
  }));
}

export function listLines(event: EventState): Option[] {
  const splits: readonly Line[] = [
    ...event.race.points.map(({ line }) => line),
    ...event.splits.filter((line) => event.race.points.every((point) => point.line !== line)),
  ];
  return [
    { value: 'start', label: 'Start' },
    ...splits.map((line) => ({ value: line, label: nameLine(event, line) })),
    { value: 'finish', label: 'Finish' },
  ];
}

const WAVE = 'wave:';
const GROUP = 'group:';

export function listRacers(event: EventState): Option[] {
  const groups = new Set(Object.values(event.entries).flatMap((entry) => (entry.removed ? [] : entry.groups)));
  return [
    ...listWaves(event).map(({ at, racers }) => ({
      value: `${WAVE}${at}`,
      label: `Wave of ${formatTimeOfDay(at, event.timeZone)}: ${racers} racers`,
    })),
    ...[...groups].toSorted().map((group) => ({ value: `${GROUP}${group}`, label: group })),
  ];
}

export interface ReadFields {
  readonly choice: MoveChoice;
  readonly wrong: ReadonlySet<'from' | 'to'>;
}

/** A time of day is that of the day of the race: the day of the first tap. */
export function readFields({ deviceId, line, racers, from, to }: ShiftFields, event: EventState): ReadFields {
  const near = epochMs(Math.min(...Object.values(event.taps).map(({ placed }) => placed.at), Infinity));
  const wrong = new Set<'from' | 'to'>();
  const read = (name: 'from' | 'to', text: string) => {
    if (text.trim() === '') return null;
    const parsed = parseTimeOfDay(text, event.timeZone, Number.isFinite(near) ? near : event.createdAt);
    if (!parsed.ok) wrong.add(name);
    return parsed.ok ? parsed.value : null;
  };
  const choice = {
    deviceId: deviceId || null,
    line: line || null,
    racers: readRacers(racers),
    from: read('from', from),
    to: read('to', to),
  };
  return { choice, wrong };
}

function readRacers(value: string): RacersChoice | null {
  if (value.startsWith(WAVE)) return { kind: 'wave', at: epochMs(Number(value.slice(WAVE.length))) };
  return value.startsWith(GROUP) ? { kind: 'group', group: value.slice(GROUP.length) } : null;
}
