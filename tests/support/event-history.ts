import type { Actor } from '../../src/domain/access/actor.ts';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import { applyAll } from '../../src/domain/events/apply.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import type { EventCommand, EventCommandBody } from '../../src/domain/events/commands.ts';
import { decide } from '../../src/domain/events/decide.ts';
import type { Account, DecisionContext, Refusal } from '../../src/domain/events/decision.ts';
import type { EventState } from '../../src/domain/model/state.ts';

export const user = (userId: string, more: Partial<Actor> = {}): Actor => ({
  userId,
  isAnonymous: false,
  verifiedEmail: null,
  key: null,
  ...more,
});

export const coach = user('coach', { verifiedEmail: 'coach@example.org' });

export interface Step {
  readonly refused: Refusal | null;
  readonly changes: readonly Change[];
}

/** An event that grows command by command, as a server would keep it. */
export function createHistory(eventId = 'event') {
  let event: EventState | null = null;
  let made = 0;
  const log: Change[] = [];
  return {
    get event(): EventState {
      return event!;
    },
    get log(): readonly Change[] {
      return log;
    },
    /** Runs a command at the given second and returns its result. */
    run(body: EventCommandBody, options: RunOptions = {}): Step & { readonly id: string } {
      made += 1;
      const id = options.id ?? `command-${made}`;
      const { actor = coach, second = made, source = null, deviceId = 'device' } = options;
      const at = epochMs(1_700_000_000_000 + second * 1000);
      const captured = { wall: at, monotonic: second * 1000, origin: 0 };
      const command = { ...body, id, eventId, deviceId, captured } as EventCommand;
      const context: DecisionContext = {
        actor,
        now: epochMs(at + (options.lateMs ?? 0)),
        placed: { at, uncertainty: durationMs(5) },
        source,
        ...(options.accounts !== undefined && { accounts: options.accounts }),
      };
      const decision = decide(event, command, context);
      if (!decision.ok) return { id, refused: decision.error, changes: [] };
      const by = { userId: actor.userId ?? '', name: '', deviceId };
      const first = (event?.seq ?? 0) + 1;
      const changes = decision.value.map(
        (body, index) => ({ ...body, eventId, seq: first + index, commandId: id, at, by }) as Change,
      );
      event = applyAll(event, changes);
      log.push(...changes);
      return { id, refused: null, changes };
    },
  };
}

export interface RunOptions {
  readonly id?: string;
  readonly actor?: Actor;
  readonly second?: number;
  readonly deviceId?: string;
  readonly lateMs?: number;
  readonly source?: EventState | null;
  readonly accounts?: readonly Account[];
}

export const racer = (racerId: string) => ({ racerId, name: `Racer ${racerId}`, groups: [], bib: null });

/** An event of the coach's with these racers in it. */
export function createRace(...racerIds: string[]) {
  const history = createHistory();
  history.run({ type: 'event.create', name: 'Tuesday 10', timeZone: 'Europe/Zurich' });
  if (racerIds.length > 0) history.run({ type: 'entries.add', racers: racerIds.map(racer) });
  return history;
}

export const tap = (line: 'start' | 'finish', racerId: string | null) =>
  ({ type: 'tap.record', line, run: 1, racerId }) as const;
