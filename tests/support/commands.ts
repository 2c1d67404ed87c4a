import { randomUUID } from 'node:crypto';
import type { EventCommand, EventCommandBody } from '../../src/domain/events/commands.ts';
import type { RacerCommandBody } from '../../src/domain/racers/library.ts';
import type { Command, RacerCommand } from '../../src/protocol/commands.ts';

const deviceId = randomUUID();

export interface Made {
  readonly id?: string;
  /** The device's wall clock when the finger came down. */
  readonly at?: number;
}

function envelope({ id = randomUUID(), at = Date.now() }: Made) {
  return { id, deviceId, captured: { wall: at, monotonic: 1000, origin: at - 1000 } };
}

export function eventCommand(eventId: string, body: EventCommandBody, made: Made = {}): EventCommand {
  return { ...body, ...envelope(made), eventId } as EventCommand;
}

export function racerCommand(racerId: string, body: RacerCommandBody, made: Made = {}): RacerCommand {
  return { ...body, ...envelope(made), racerId } as RacerCommand;
}

export const createEvent = (eventId: string = randomUUID(), name = 'Tuesday 10'): EventCommand =>
  eventCommand(eventId, { type: 'event.create', name, timeZone: 'Europe/Zurich' });

export const createRacer = (racerId: string = randomUUID(), name = 'Ada'): RacerCommand =>
  racerCommand(racerId, { type: 'racer.create', name, groups: [] });

export const addRacers = (eventId: string, ...racerIds: string[]): EventCommand =>
  eventCommand(eventId, {
    type: 'entries.add',
    racers: racerIds.map((racerId) => ({ racerId, name: 'Ada', groups: [], bib: null })),
  });

export const tap = (eventId: string, line: string, racerId: string | null, made: Made = {}): EventCommand =>
  eventCommand(eventId, { type: 'tap.record', line, run: 1, racerId }, made);

export const batchOf = (...commands: Command[]) => ({ protocol: 1, commands, observations: [], keys: {} });
