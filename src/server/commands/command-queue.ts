import { randomUUID } from 'node:crypto';
import { type CommandAnswer, isEventCommand } from '../../protocol/commands.ts';
import type { Amender } from '../journal/amender.ts';
import { isAhead } from '../journal/not-yet.ts';
import { storeChanges, writeAll } from '../journal/numbering.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import { type CommandStore, NoDatabase } from '../journal/store.ts';
import type { Committed, Workspace } from '../journal/workspace.ts';
import type { Log } from '../log.ts';
import type { Backlog, CommandMeter } from '../metrics/command-meter.ts';
import { EventCache } from './event-cache.ts';
import { handleOneByOne, handleTogether } from './handle-together.ts';
import { isWanted, openWorkspace, type WorkspaceParts } from './open-workspace.ts';
import { tryAgain } from './try-again.ts';

const MOST_TOGETHER = 200;

/**
 * Limit on waiting commands, so that a database that does not answer fills no memory: devices keep commands without an
 * answer.
 */
const MOST_WAITING = { commands: 50_000, bytes: 64 * 1024 * 1024 };

export interface CommandQueue extends Amender {
  /**
   * Resolves when every command is durably stored or refused, or must be sent again. `bytes`: size of the request that
   * brought them.
   */
  submit(commands: readonly SentCommand[], bytes?: number): Promise<readonly CommandAnswer[]>;
  /** Whether the queue is full: every further command must be sent again. */
  readonly isFull: boolean;
  /** Whether there are commands for an event that are not answered yet. */
  isStoring(eventId: string): boolean;
  /** Commands that are not answered yet. */
  readonly backlog: Backlog;
}

export interface QueueParts extends WorkspaceParts {
  readonly store: CommandStore;
  readonly log: Log;
  readonly meter?: CommandMeter | undefined;
  /**
   * Waits until requests that arrived at the same time are here as well. SQLite commits without yielding the thread, so
   * that every tap would get a commit of its own, and taps would wait for each other's disk.
   */
  gather?(): Promise<void>;
  /** A smaller limit than usual, for tests. */
  readonly mostWaiting?: Partial<typeof MOST_WAITING> | undefined;
  /** Called after the commit, in the order of the commits. */
  onCommitted(committed: readonly Committed[], commands: readonly SentCommand[]): void;
}

/** Commands of one request stay in one transaction: a later command may depend on an earlier one. */
interface Request {
  readonly commands: readonly SentCommand[];
  /** Arrival, by the process's own clock. */
  readonly since: number;
  answer(answers: readonly CommandAnswer[]): void;
}

/**
 * Commands that arrive together are committed together: one wait for the disk serves them all, and nothing is answered
 * before the commit. If the commit fails each request is tried by itself, with a savepoint for each of its commands, so
 * that a command that fails takes no other with it.
 */
export function createCommandQueue(parts: QueueParts): CommandQueue {
  const waiting: Request[] = [];
  const most = { ...MOST_WAITING, ...parts.mostWaiting };
  /** Size of what is not answered yet. */
  const open = { commands: 0, bytes: 0 };
  const cache = new EventCache();
  let underWay: readonly Request[] = [];
  let isRunning = false;

  /** The loop goes on whatever is thrown: stopped, it would answer no command until the server is started again. */
  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      try {
        await parts.gather?.();
      } catch (error) {
        report(parts, 'Commands are stored without waiting for others', { error });
      }
      underWay = takeTogether(waiting);
      try {
        await commitTogether(parts, cache, underWay);
      } catch (error) {
        report(parts, 'Commands could not be handled; their devices keep them', { error });
        for (const request of underWay) answerLater(request);
      }
      underWay = [];
    }
    isRunning = false;
  }
  const isFull = () => open.commands >= most.commands || open.bytes >= most.bytes;
  return {
    async submit(commands, bytes = 0) {
      if (isFull()) return commands.map(({ command }) => ({ id: command.id, status: 'later' }));
      open.commands += commands.length;
      open.bytes += bytes;
      try {
        return await new Promise<readonly CommandAnswer[]>((answer) => {
          waiting.push({ commands, answer, since: performance.now() });
          if (!isRunning) void drain();
        });
      } finally {
        open.commands -= commands.length;
        open.bytes -= bytes;
      }
    },
    get isFull() {
      return isFull();
    },
    async amend(eventIds, by, decideOn) {
      const work = await tryAgain(() =>
        parts.store.transaction(async (tx) => {
          const opened = await openWorkspace(parts, cache, tx, eventIds, async () => true);
          for (const error of opened.notYet.unreadable.values()) throw error;
          for (const event of opened.events.values()) {
            const origin = { eventId: event.id, commandId: randomUUID(), by };
            const bodies = await decideOn(event, tx);
            if (isAhead(bodies, opened.notYet)) throw new Error('Not every node knows these changes yet');
            await storeChanges(opened, event, bodies, origin);
          }
          await writeAll(opened);
          return opened;
        }),
      );
      finish(parts, cache, work, []);
    },
    isStoring: (eventId) => [...underWay, ...waiting].some((request) => isFor(request, eventId)),
    get backlog() {
      const oldest = underWay[0] ?? waiting[0];
      return { commands: open.commands, ageMs: oldest === undefined ? 0 : performance.now() - oldest.since };
    },
  };
}

function isFor({ commands }: Request, eventId: string): boolean {
  return commands.some(({ command }) => isEventCommand(command) && command.eventId === eventId);
}

function takeTogether(waiting: Request[]): Request[] {
  let count = 0;
  const end = waiting.findIndex(({ commands }, index) => {
    count += commands.length;
    return index > 0 && count > MOST_TOGETHER;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

async function commitTogether(parts: QueueParts, cache: EventCache, requests: readonly Request[]): Promise<void> {
  try {
    await commit(parts, cache, requests, handleTogether);
  } catch (error) {
    report(parts, 'Commands could not be stored together; each request is tried by itself', { error });
    let failure: unknown = error;
    for (const request of requests) {
      // Without a database each request would wait for the same connection, and phones would hear nothing meanwhile.
      if (failure instanceof NoDatabase) giveBack(parts, request, failure);
      // A request that cannot be stored, because another transaction holds its event, must not hold up the others.
      else failure = await commitAlone(parts, cache, request);
    }
  }
}

/** Returns the failure that has sent the request back. */
async function commitAlone(parts: QueueParts, cache: EventCache, request: Request): Promise<unknown> {
  try {
    await commit(parts, cache, [request], handleOneByOne);
    return undefined;
  } catch (error) {
    giveBack(parts, request, error);
    return error;
  }
}

function giveBack(parts: QueueParts, request: Request, error: unknown): void {
  const commands = request.commands.length;
  answerLater(request);
  parts.log.error('Commands could not be stored; their device keeps them', { error, commands });
  parts.meter?.failed(commands);
}

function answerLater({ commands, answer }: Request): void {
  answer(commands.map(({ command }) => ({ id: command.id, status: 'later' })));
}

/** A log that cannot be written to, on a full disk, must stop no command. */
function report({ log }: QueueParts, text: string, details: object): void {
  try {
    log.warn(text, { ...details });
  } catch {
    // The failure cannot be reported.
  }
}

type Handling = (work: Workspace, commands: readonly SentCommand[], log: Log) => Promise<CommandAnswer[]>;

async function commit(
  parts: QueueParts,
  cache: EventCache,
  requests: readonly Request[],
  handle: Handling,
): Promise<void> {
  const commands = requests.flatMap((request) => request.commands);
  const eventIds = new Set(commands.flatMap(({ command }) => (isEventCommand(command) ? [command.eventId] : [])));
  const startedAt = performance.now();
  const { answers, work, receipts } = await tryAgain(() =>
    parts.store.transaction(async (tx) => {
      const opened = await openWorkspace(parts, cache, tx, [...eventIds], (eventId) => isWanted(tx, commands, eventId));
      // Receipts are read after the locks: the transaction that held one may have stored the same command.
      const known = await tx.findReceipts(commands.map(({ command }) => command.id));
      for (const [id, receipt] of known) opened.receipts.set(id, receipt);
      return { answers: await handle(opened, commands, parts.log), work: opened, receipts: known };
    }),
  );
  finish(parts, cache, work, commands);
  let next = 0;
  for (const request of requests) request.answer(answers.slice(next, (next += request.commands.length)));
  const waitedMs = startedAt - requests[0]!.since;
  try {
    parts.meter?.committed({ answers, known: receipts, waitedMs, ms: performance.now() - startedAt });
  } catch (error) {
    report(parts, 'Commands were stored and answered, and not measured', { error });
  }
}

function finish(parts: QueueParts, cache: EventCache, work: Workspace, commands: readonly SentCommand[]): void {
  for (const [eventId, event] of work.events) {
    // A state that is cached, and stored nowhere, would never get its snapshot.
    if (!work.built.has(eventId)) cache.keep({ event, rewrites: work.rewrites.get(eventId) ?? 0 });
  }
  const committed = [...work.appended].map(([id, changes]) => ({ event: work.events.get(id)!, changes }));
  // Stored commands must not look as if they had failed: they would be handled, and told, once more.
  try {
    parts.onCommitted(committed, commands);
  } catch (error) {
    report(parts, 'Commands were stored, and nobody was told', { error });
  }
}
