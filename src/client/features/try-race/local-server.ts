import type { Actor } from '../../../domain/access/actor.ts';
import { applyAll } from '../../../domain/events/apply.ts';
import type { Change } from '../../../domain/model/changes.ts';
import { decide } from '../../../domain/events/decide.ts';
import type { EventState } from '../../../domain/model/state.ts';
import { ok, refuse } from '../../../domain/result.ts';
import { placeReading } from '../../../domain/timing/place-reading.ts';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import { isEventCommand } from '../../../protocol/command-kinds.ts';
import type { Command, CommandAnswer } from '../../../protocol/commands.ts';
import type { ClientMessage } from '../../../protocol/live.ts';
import type { CachedEvent, CommandBatch, SocketHandlers, SyncError, Transport } from '../../sync/ports.ts';

/** Dead keys: a missing key makes the sync client ask for the event again and again. */
const KEYS = { admin: 'try-race', viewer: 'try-race' };
const notFound = refuse<SyncError>({ code: 'event-not-found' });

/**
 * The server's part of a race that lives in this page alone: the domain decides and applies as on the server, and nothing
 * leaves the page. Every event belongs to the one actor.
 */
export function createLocalServer(actor: Actor & { readonly userId: string }, now: () => EpochMs): Transport {
  const events = new Map<string, EventState>();
  const answered = new Map<string, CommandAnswer>();

  function handle(command: Command, { observations }: CommandBatch): CommandAnswer {
    const { id, deviceId } = command;
    if (!isEventCommand(command)) return { id, status: 'refused', code: 'racer-not-found' };
    const event = events.get(command.eventId) ?? null;
    const placed = placeReading(command.captured, observations);
    const decision = decide(event, command, { actor, now: now(), placed, source: null });
    if (!decision.ok) return { id, status: 'refused', code: decision.error };
    const first = (event?.seq ?? 0) + 1;
    const changes = decision.value.map((body, index): Change => ({
      ...body,
      eventId: command.eventId,
      seq: first + index,
      commandId: id,
      at: now(),
      by: { userId: actor.userId, name: '', deviceId },
    }));
    const next = applyAll(event, changes);
    if (next !== null) events.set(command.eventId, next);
    return { id, status: 'accepted', changes };
  }

  function find(eventId: string): CachedEvent | undefined {
    const event = events.get(eventId);
    return event && { event, view: 'admin', keys: KEYS };
  }

  const readClock = () => ({ received: now(), sent: now() });

  function hear(message: ClientMessage, { onMessage }: SocketHandlers): void {
    if (message.type === 'clock') return onMessage({ type: 'clock', exchange: message.exchange, ...readClock() });
    const cached = message.type === 'follow-event' ? find(message.eventId) : undefined;
    // A socket that stays silent is given up: every message has an answer.
    onMessage(cached === undefined ? { type: 'alive' } : { type: 'event', ...cached });
  }

  return {
    async sendCommands(batch) {
      const answers = batch.commands.map((command) => {
        const answer = answered.get(command.id) ?? handle(command, batch);
        answered.set(command.id, answer);
        return answer;
      });
      return ok({ answers });
    },
    fetchAccount: async () => ok({ credits: 0, events: [], racers: [] }),
    async fetchEvent(eventId) {
      const cached = find(eventId);
      return cached === undefined ? notFound : ok(cached);
    },
    async fetchChanges(eventId) {
      const cached = find(eventId);
      return cached === undefined ? notFound : ok(cached);
    },
    fetchGroup: async (id) => ok({ id, name: null, events: [] }),
    exchangeClock: async () => ok(readClock()),
    openSocket(handlers) {
      let isClosed = false;
      const later = (run: () => void) =>
        queueMicrotask(() => {
          if (!isClosed) run();
        });
      later(handlers.onOpen);
      return {
        send: (message) => later(() => hear(message, handlers)),
        close() {
          if (isClosed) return;
          isClosed = true;
          handlers.onClose();
        },
      };
    },
  };
}

/** The clock of this page, which is the common clock of a race on one device. */
export const pageNow = (): EpochMs => epochMs(Math.round(performance.timeOrigin + performance.now()));
