import type { EventCommandBody } from '../../../../domain/events/commands.ts';

/** Resolves when the command is on this device's disk. */
export type RecordStep = (body: EventCommandBody) => Promise<unknown>;
