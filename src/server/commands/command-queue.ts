import { randomUUID } from 'node:crypto';
import type { Change, ChangeBody } from '../../domain/events/changes.ts';
import type { Author, EventState } from '../../domain/events/state.ts';
import { type Command, type CommandAnswer, isEventCommand } from '../../protocol/commands.ts';
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
import { type CommandStore, type CommandTransaction, TransactionLost } from './store.ts';

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

/** What came in one request stays in one transaction: a later part of it may stand on an earlier one. */
interface Request {
  readonly commands: readonly SentCommand[];
  answer(answers: readonly CommandAnswer[]): void;
}

/**
 * Commands that arrive together are committed together: one wait for the disk serves them all. Each has a savepoint of
 * its own, so that one that fails takes no other with it, and nothing is answered before the commit.
 */
export function createCommandQueue(parts: QueueParts): CommandQueue {
  const waiting: Request[] = [];
  const cache = new Map<string, EventState>();
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await commitTogether(parts, cache, takeTogether(waiting));
    isRunning = false;
  }
  return {
    submit(commands) {
      return new Promise((answer) => {
        waiting.push({ commands, answer });
        if (!isRunning) void drain();
      });
    },
    async amend(eventIds, by, decideOn) {
      const work = await tryAgain(() =>
        parts.store.transaction(async (tx) => {
          const opened = await openWorkspace(parts, cache, tx, eventIds);
          for (const event of opened.events.values()) {
            const origin = { eventId: event.id, commandId: randomUUID(), by };
            await storeChanges(opened, event, await decideOn(event, tx), origin);
          }
          return opened;
        }),
      );
      finish(parts, cache, work, []);
    },
  };
}

function takeTogether(waiting: Request[]): Request[] {
  let count = 0;
  const end = waiting.findIndex(({ commands }, index) => {
    count += commands.length;
    return index > 0 && count > MOST_TOGETHER;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

async function commitTogether(
  parts: QueueParts,
  cache: Map<string, EventState>,
  requests: readonly Request[],
): Promise<void> {
  const commands = requests.flatMap((request) => request.commands);
  try {
    const { answers, work } = await tryAgain(() =>
      parts.store.transaction((tx) => handleTogether(parts, cache, tx, commands)),
    );
    finish(parts, cache, work, commands);
    let next = 0;
    for (const request of requests) request.answer(answers.slice(next, (next += request.commands.length)));
  } catch (error) {
    // One request that cannot be stored, because somebody holds its event, must not keep the others from it.
    if (requests.length > 1) {
      for (const request of requests) await commitTogether(parts, cache, [request]);
      return;
    }
    parts.log.error('Commands could not be stored; their device keeps them', { error, commands: commands.length });
    requests[0]?.answer(commands.map(({ command }) => ({ id: command.id, status: 'later' })));
  }
}

/** A deadlock, or two nodes that did the same thing at once: the other one has won, and the next try sees it. */
async function tryAgain<Value>(run: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries >= MOST_TRIES || !isWorthAnotherTry(error)) throw error;
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
  const failed = new Set<string>();
  for (const sent of commands) {
    const { id } = sent.command;
    // What stands on a command that must be sent again would be refused for good, only because it came first.
    if (idsIn(sent.command).some((needed) => failed.has(needed))) {
      failed.add(idsIn(sent.command)[0]!);
      answers.push({ id, status: 'later' });
      continue;
    }
    const before = { events: new Map(work.events), appended: new Map(work.appended) };
    try {
      answers.push(await tx.savepoint(() => handleCommand(work, sent)));
    } catch (error) {
      if (isWorthAnotherTry(error) || error instanceof TransactionLost) throw error;
      // Where even this fails the whole transaction has, and PostgreSQL's commit would undo it without a word.
      await tx.savepoint(async () => {});
      restore(work.events, before.events);
      restore(work.appended, before.appended);
      parts.log.error('A command failed; its device keeps it', { error, commandId: id });
      failed.add(idsIn(sent.command)[0]!);
      answers.push({ id, status: 'later' });
    }
  }
  return { answers, work };
}

/** What a command is about, and then what it needs to be there. */
function idsIn(command: Command): readonly string[] {
  if (!isEventCommand(command)) return [command.racerId];
  if (command.type === 'event.duplicate') return [command.eventId, command.sourceId];
  if (command.type !== 'entries.add') return [command.eventId];
  return [command.eventId, ...command.racers.map(({ racerId }) => racerId)];
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
