import { randomUUID } from 'node:crypto';
import type { Change, ChangeBody } from '../../domain/events/changes.ts';
import type { Author, EventState } from '../../domain/events/state.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import { type Command, type CommandAnswer, isEventCommand } from '../../protocol/commands.ts';
import { isInside } from '../access/identify-actor.ts';
import type { Sender } from '../access/sender.ts';
import type { Clock } from '../clock.ts';
import { createNotYet, isAhead } from '../journal/not-yet.ts';
import { type CommandStore, type CommandTransaction, TransactionLost } from '../journal/store.ts';
import type { Log } from '../log.ts';
import type { CommandMeter } from '../metrics/command-meter.ts';
import { EventCache } from './event-cache.ts';
import {
  Collision,
  handleCommand,
  loadEvent,
  type SentCommand,
  storeChanges,
  type Workspace,
  writeAll,
} from './handle-command.ts';

const MOST_TOGETHER = 200;
const MOST_TRIES = 5;
/** Read in no time. */
const FEW_CHANGES = 500;

export interface Committed {
  /** To be looked at, and not kept: the next transaction goes on with the same object. */
  readonly event: EventState;
  readonly changes: readonly Change[];
}

/** What may wait here, so that a database that does not answer fills no memory: devices keep what they were not answered. */
const MOST_WAITING = { commands: 50_000, bytes: 64 * 1024 * 1024 };

export interface CommandQueue {
  /**
   * Resolves when every command is durably stored or refused, or must be sent again. `bytes`: of the request that
   * brought them.
   */
  submit(commands: readonly SentCommand[], bytes?: number): Promise<readonly CommandAnswer[]>;
  /** Whether as much waits as may: everything that comes now must be sent again. */
  readonly isFull: boolean;
  /** Changes that follow from something else than a command: a guest who got an account, credits that arrived. */
  amend(eventIds: readonly string[], by: Author, decideOn: Amendment): Promise<void>;
  /** Whether there are commands for an event that are not answered yet. */
  isStoring(eventId: string): boolean;
  /** What is not answered yet. */
  readonly backlog: Backlog;
}

export interface Backlog {
  readonly commands: number;
  /** Of the one that has waited longest. */
  readonly ageMs: number;
}

export type Amendment = (event: EventState, tx: CommandTransaction) => Promise<readonly ChangeBody[]>;

export interface QueueParts {
  readonly store: CommandStore;
  /** The newest schema version that may be written. */
  readonly gate: { openSchema(): number };
  /** An event has a change of a kind that this node does not know: its commands wait. */
  readonly onUnreadable?: ((error: UnknownChange) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: CommandMeter | undefined;
  /**
   * Waits until what has arrived at the same time is here as well. SQLite commits without letting go of the process, so
   * that every tap would get a commit of its own, and taps would wait for each other's disk.
   */
  gather?(): Promise<void>;
  /** Less than usual, for tests. */
  readonly mostWaiting?: Partial<typeof MOST_WAITING> | undefined;
  /** After the commit, in the order of the commits. */
  onCommitted(committed: readonly Committed[], commands: readonly SentCommand[]): void;
}

/** What came in one request stays in one transaction: a later part of it may stand on an earlier one. */
interface Request {
  readonly commands: readonly SentCommand[];
  /** By the process's own clock. */
  readonly since: number;
  answer(answers: readonly CommandAnswer[]): void;
}

/**
 * Commands that arrive together are committed together: one wait for the disk serves them all, and nothing is answered
 * before the commit. Where that fails each request is tried by itself, with a savepoint for each of its commands, so that
 * one that fails takes no other with it.
 */
export function createCommandQueue(parts: QueueParts): CommandQueue {
  const waiting: Request[] = [];
  const most = { ...MOST_WAITING, ...parts.mostWaiting };
  /** Of what is not answered yet. */
  const open = { commands: 0, bytes: 0 };
  const cache = new EventCache();
  let underWay: readonly Request[] = [];
  let isRunning = false;

  /** Goes on whatever is thrown: one that stopped here would answer nobody until the server is started again. */
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
    // One request that cannot be stored, because somebody holds its event, must not keep the others from it.
    for (const request of requests) await commitAlone(parts, cache, request);
  }
}

async function commitAlone(parts: QueueParts, cache: EventCache, request: Request): Promise<void> {
  try {
    await commit(parts, cache, [request], handleOneByOne);
  } catch (error) {
    const { commands } = request;
    answerLater(request);
    parts.log.error('Commands could not be stored; their device keeps them', { error, commands: commands.length });
    parts.meter?.failed(commands.length);
  }
}

function answerLater({ commands, answer }: Request): void {
  answer(commands.map(({ command }) => ({ id: command.id, status: 'later' })));
}

/** A log that cannot be written to, on a full disk, must stop no command. */
function report({ log }: QueueParts, text: string, details: object): void {
  try {
    log.warn(text, { ...details });
  } catch {
    // Nobody is left to tell.
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
      // After the locks: whoever holds one may be storing the same command.
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

function finish(parts: QueueParts, cache: EventCache, work: Workspace, commands: readonly SentCommand[]): void {
  for (const [eventId, event] of work.events) {
    // A state that is remembered, and stored nowhere, would never get its snapshot.
    if (!work.built.has(eventId)) cache.keep({ event, rewrites: work.rewrites.get(eventId) ?? 0 });
  }
  const committed = [...work.appended].map(([id, changes]) => ({ event: work.events.get(id)!, changes }));
  // What is stored must not look as if it had failed: it would be handled, and told, once more.
  try {
    parts.onCommitted(committed, commands);
  } catch (error) {
    report(parts, 'Commands were stored, and nobody was told', { error });
  }
}

/**
 * Locks the events and brings them up to date from what this node remembers of them. It is taken out of the memory: nobody
 * else has it then, so it is changed in place, and when the transaction fails it is gone with it.
 */
async function openWorkspace(
  { clock, gate, onUnreadable }: QueueParts,
  cache: EventCache,
  tx: CommandTransaction,
  eventIds: readonly string[],
  isWorthReading: (eventId: string) => Promise<boolean>,
): Promise<Workspace> {
  const work: Workspace = {
    tx,
    now: clock.now(),
    events: new Map(),
    rewrites: new Map(),
    built: new Set(),
    resultsSeq: new Map(),
    own: new Set(),
    appended: new Map(),
    unwritten: new Map(),
    notYet: createNotYet(gate.openSchema(), onUnreadable),
    receipts: new Map(),
    newReceipts: [],
  };
  for (const [eventId, { seq, rewrites, resultsSeq }] of await tx.lockEvents(eventIds.toSorted())) {
    const known = cache.take(eventId);
    const isKnown = known !== undefined && known.event.seq <= seq && known.rewrites === rewrites;
    const isNear = isKnown && seq - known.event.seq <= FEW_CHANGES;
    // To those who ask, it does not exist then.
    if (!isNear && !(await isWorthReading(eventId))) continue;
    const start = isKnown ? known.event : (await tx.readEvent(eventId))!.snapshot;
    const event = start?.seq === seq ? start : await readOn(work, eventId, start);
    if (event === null) continue;
    work.rewrites.set(eventId, rewrites);
    work.resultsSeq.set(eventId, resultsSeq);
    work.events.set(eventId, event);
    if (start === null) work.built.add(eventId);
    work.own.add(eventId);
  }
  return work;
}

/** Null where the log has a change that this release does not know. */
async function readOn(
  { tx, notYet }: Workspace,
  eventId: string,
  start: EventState | null,
): Promise<EventState | null> {
  try {
    return await loadEvent(tx, eventId, start);
  } catch (error) {
    if (!(error instanceof UnknownChange)) throw error;
    notYet.noteUnreadable(error);
    return null;
  }
}

/** Strangers' commands are refused unread: otherwise each would make the others wait until a whole event is loaded. */
async function isWanted(tx: CommandTransaction, commands: readonly SentCommand[], eventId: string): Promise<boolean> {
  const judged = new Set<Sender>();
  for (const { command, sender } of commands) {
    if (!isEventCommand(command) || command.eventId !== eventId || judged.has(sender)) continue;
    // Whoever makes one is told that it exists.
    if (command.type === 'event.create' || command.type === 'event.duplicate') return true;
    judged.add(sender);
    if (await isInside(tx, sender, eventId)) return true;
  }
  return false;
}

async function handleTogether(work: Workspace, commands: readonly SentCommand[]): Promise<CommandAnswer[]> {
  const answers: CommandAnswer[] = [];
  for (const sent of commands) answers.push(await handleCommand(work, sent));
  await writeAll(work);
  return answers;
}

async function handleOneByOne(work: Workspace, commands: readonly SentCommand[], log: Log): Promise<CommandAnswer[]> {
  const { tx } = work;
  const answers: CommandAnswer[] = [];
  const failed = new Set<string>();
  // What a command has changed must be there again when it fails.
  work.own.clear();
  for (const sent of commands) {
    const { id } = sent.command;
    // What stands on a command that must be sent again would be refused for good, only because it came first.
    if (idsIn(sent.command).some((needed) => failed.has(needed))) {
      failed.add(idsIn(sent.command)[0]!);
      answers.push({ id, status: 'later' });
      continue;
    }
    const undo = rememberWork(work);
    try {
      const answer = await tx.savepoint(async () => {
        const handled = await handleCommand(work, sent);
        await writeAll(work);
        return handled;
      });
      answers.push(answer);
    } catch (error) {
      if (isWorthAnotherTry(error) || error instanceof TransactionLost) throw error;
      // Where even this fails the whole transaction has, and PostgreSQL's commit would undo it without a word.
      await tx.savepoint(async () => {});
      undo();
      log.error('A command failed; its device keeps it', { error, commandId: id });
      failed.add(idsIn(sent.command)[0]!);
      answers.push({ id, status: 'later' });
    }
  }
  return answers;
}

/** Right after everything was written: from then on states are not changed, only replaced. */
function rememberWork({ events, resultsSeq, own, appended, unwritten, receipts, newReceipts }: Workspace): () => void {
  const before = {
    events: new Map(events),
    resultsSeq: new Map(resultsSeq),
    appended: new Map(appended),
    receipts: new Map(receipts),
  };
  return () => {
    restore(events, before.events);
    restore(resultsSeq, before.resultsSeq);
    restore(appended, before.appended);
    restore(receipts, before.receipts);
    own.clear();
    unwritten.clear();
    newReceipts.length = 0;
  };
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

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

function isWorthAnotherTry(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof Collision || code === DEADLOCK || code === SERIALIZATION;
}
