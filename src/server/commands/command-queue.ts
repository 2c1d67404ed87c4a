import { randomUUID } from 'node:crypto';
import type { Change, ChangeBody } from '../../domain/events/changes.ts';
import type { Author, EventState } from '../../domain/events/state.ts';
import { type CommandAnswer, isEventCommand } from '../../protocol/commands.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import {
  Collision,
  handleCommand,
  loadEvent,
  type SentCommand,
  storeChanges,
  type Workspace,
} from './handle-command.ts';
import type { CommandStore, CommandTransaction } from './store.ts';

const MOST_TOGETHER = 200;
const MOST_CACHED_EVENTS = 500;
const MOST_TRIES = 5;

export interface Committed {
  readonly event: EventState;
  readonly changes: readonly Change[];
}

export interface CommandQueue {
  /** Resolves when every command is durably stored or refused, or must be sent again. */
  submit(commands: readonly SentCommand[]): Promise<readonly CommandAnswer[]>;
  /** Changes that follow from something else than a command: a guest who got an account, credits that arrived. */
  amend(eventIds: readonly string[], by: Author, decideOn: Amendment): Promise<void>;
}

export type Amendment = (event: EventState, tx: CommandTransaction) => Promise<readonly ChangeBody[]>;

export interface QueueParts {
  readonly store: CommandStore;
  readonly clock: Clock;
  readonly log: Log;
  /** After the commit, in the order of the commits. */
  onCommitted(committed: readonly Committed[], commands: readonly SentCommand[]): void;
}

interface Waiting {
  readonly sent: SentCommand;
  answer(answer: CommandAnswer): void;
}

/**
 * Commands that arrive together are committed together: one wait for the disk serves them all. Each has a savepoint of
 * its own, so that one that fails takes no other with it, and nothing is answered before the commit.
 */
export function createCommandQueue(parts: QueueParts): CommandQueue {
  const waiting: Waiting[] = [];
  const cache = new Map<string, EventState>();
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await commitTogether(parts, cache, waiting.splice(0, MOST_TOGETHER));
    isRunning = false;
  }
  return {
    submit(commands) {
      const answers = commands.map((sent) => new Promise<CommandAnswer>((answer) => waiting.push({ sent, answer })));
      if (!isRunning) void drain();
      return Promise.all(answers);
    },
    async amend(eventIds, by, decideOn) {
      const work = await parts.store.transaction(async (tx) => {
        const opened = await openWorkspace(parts, cache, tx, eventIds);
        for (const event of [...opened.events.values()]) {
          await storeChanges(opened, event, await decideOn(event, tx), {
            eventId: event.id,
            commandId: randomUUID(),
            by,
          });
        }
        return opened;
      });
      finish(parts, cache, work, []);
    },
  };
}

async function commitTogether(
  parts: QueueParts,
  cache: Map<string, EventState>,
  batch: readonly Waiting[],
): Promise<void> {
  const commands = batch.map(({ sent }) => sent);
  for (let tries = 1; ; tries += 1) {
    try {
      const { answers, work } = await parts.store.transaction((tx) => handleTogether(parts, cache, tx, commands));
      finish(parts, cache, work, commands);
      batch.forEach(({ answer }, index) => answer(answers[index]!));
      return;
    } catch (error) {
      // A deadlock, or two nodes that created the same thing: the other one has won, and the next try sees it.
      if (tries < MOST_TRIES && isWorthAnotherTry(error)) continue;
      parts.log.error('Commands could not be stored; their devices keep them', { error, commands: batch.length });
      for (const { sent, answer } of batch) answer({ id: sent.command.id, status: 'later' });
      return;
    }
  }
}

function finish(
  parts: QueueParts,
  cache: Map<string, EventState>,
  work: Workspace,
  commands: readonly SentCommand[],
): void {
  remember(cache, work.events);
  const committed = [...work.appended].map(([id, changes]) => ({ event: work.events.get(id)!, changes }));
  parts.onCommitted(committed, commands);
}

/** Locks the events and brings them up to date from what this node remembers of them. */
async function openWorkspace(
  { clock }: QueueParts,
  cache: ReadonlyMap<string, EventState>,
  tx: CommandTransaction,
  eventIds: readonly string[],
): Promise<Workspace> {
  const work: Workspace = { tx, now: clock.now(), events: new Map(), appended: new Map() };
  for (const [eventId, locked] of await tx.lockEvents(eventIds.toSorted())) {
    const known = cache.get(eventId);
    const start = known !== undefined && known.seq <= locked.seq ? known : locked.snapshot;
    work.events.set(eventId, start.seq === locked.seq ? start : await loadEvent(tx, eventId, start));
  }
  return work;
}

async function handleTogether(
  parts: QueueParts,
  cache: ReadonlyMap<string, EventState>,
  tx: CommandTransaction,
  commands: readonly SentCommand[],
): Promise<{ answers: CommandAnswer[]; work: Workspace }> {
  const eventIds = new Set(commands.flatMap(({ command }) => (isEventCommand(command) ? [command.eventId] : [])));
  const work = await openWorkspace(parts, cache, tx, [...eventIds]);
  const answers: CommandAnswer[] = [];
  for (const sent of commands) {
    const before = { events: new Map(work.events), appended: new Map(work.appended) };
    try {
      answers.push(await tx.savepoint(() => handleCommand(work, sent)));
    } catch (error) {
      if (isWorthAnotherTry(error)) throw error;
      restore(work.events, before.events);
      restore(work.appended, before.appended);
      parts.log.error('A command failed; its device keeps it', { error, commandId: sent.command.id });
      answers.push({ id: sent.command.id, status: 'later' });
    }
  }
  return { answers, work };
}

function restore<Value>(map: Map<string, Value>, before: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [key, value] of before) map.set(key, value);
}

function remember(cache: Map<string, EventState>, events: ReadonlyMap<string, EventState>): void {
  for (const [eventId, event] of events) {
    cache.delete(eventId);
    cache.set(eventId, event);
  }
  for (const eventId of cache.keys()) {
    if (cache.size <= MOST_CACHED_EVENTS) break;
    cache.delete(eventId);
  }
}

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

function isWorthAnotherTry(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof Collision || code === DEADLOCK || code === SERIALIZATION;
}
