import { PROTOCOL_VERSION } from '../../protocol/command-kinds.ts';
import type { Command, CommandAnswer, CommandAnswers } from '../../protocol/commands.ts';
import { type ErrorCode, errors, isErrorCode } from '../../protocol/errors.ts';
import { MAX_COMMANDS } from '../../protocol/limits.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { backoffMs, type BackoffLimits } from './backoff.ts';
import { type Sequence, sequenceOf, pickBatch } from './sequences.ts';
import { createOutboxRows, type OutboxRows } from './outbox-rows.ts';
import type { CachedEvent, CommandBatch, OutboxRow, SyncError, SyncPorts } from './ports.ts';

export type AcceptedAnswer = Extract<CommandAnswer, { readonly status: 'accepted' }>;

export interface Confirmation {
  /** Commands whose effects are now in the confirmed state. The others are sent again later and get the same answer. */
  readonly settled: readonly string[];
  readonly events: readonly CachedEvent[];
}

export interface OutboxParts {
  readonly ports: Pick<SyncPorts, 'storage' | 'transport' | 'timers' | 'lock' | 'tabs' | 'random' | 'log'>;
  readonly userId: string;
  /** The observations and keys that travel beside the commands. */
  attach(commands: readonly Command[]): Promise<Pick<CommandBatch, 'observations' | 'keys'>>;
  /** Merges the changes of accepted commands into the confirmed state. */
  confirm(accepted: readonly AcceptedAnswer[], commands: readonly Command[]): Promise<Confirmation>;
  /** Called whenever rows come, go or change. */
  onRows(rows: readonly OutboxRow[]): void;
}

export interface Outbox {
  /**
   * Resolves with true when the commands are on disk, all by one write; with false when they could only be held in
   * memory.
   */
  record(...commands: readonly Command[]): Promise<boolean>;
  rows(): readonly OutboxRow[];
  /** False while a row waits that would be lost with this page. */
  isAllStored(): boolean;
  /** Reads the rows that the tabs share again. */
  refresh(): Promise<void>;
  /** Sends waiting commands. `now` also forgets earlier failures: something has changed, so it may work. */
  drain(when: 'now' | 'when-due'): void;
  dismiss(commandId: string): Promise<void>;
  stop(): void;
}

const RETRY: BackoffLimits = { firstMs: 1_000, mostMs: 15_000 };
const RETRY_SEQUENCE: BackoffLimits = { firstMs: 2_000, mostMs: 120_000 };
/** A server that says 'later' will know more soon, and the taps behind such a command wait with it. */
const RETRY_LATER: BackoffLimits = { firstMs: 2_000, mostMs: 15_000 };
const LOCK_RETRY_MS = 2_000;
const LOCK_PATIENCE = 5;
/** The server could not read the request at all: one command in it may be the reason, so the others go without it. */
const UNREADABLE = new Set([400, 413, 415, 422]);

export function createOutbox(parts: OutboxParts): Outbox {
  const { ports, userId } = parts;
  const rows: OutboxRows = createOutboxRows(ports, userId, () => parts.onRows(rows.all()));
  const blocked = new Map<Sequence, () => void>();
  const sequenceFailures = new Map<Sequence, number>();
  let most = MAX_COMMANDS;
  let failures = 0;
  let locksMissed = 0;
  let isDraining = false;
  let isWantedAgain = false;
  let isStopped = false;
  let callOff: (() => void) | null = null;

  function drain(when: 'now' | 'when-due'): void {
    if (isStopped) return;
    if (when === 'now') {
      failures = 0;
      for (const unblock of blocked.values()) unblock();
      blocked.clear();
      sequenceFailures.clear();
      callOff?.();
      callOff = null;
    }
    if (callOff !== null) return;
    if (isDraining) isWantedAgain = true;
    else void drainLocked();
  }

  function drainAfter(ms: number): void {
    callOff?.();
    callOff = ports.timers.after(ms, () => {
      callOff = null;
      drain('when-due');
    });
  }

  async function drainLocked(): Promise<void> {
    isDraining = true;
    isWantedAgain = false;
    try {
      await rows.refresh();
      if (rows.all().some(({ state }) => state === 'pending')) {
        const hadLock = await ports.lock.run(sendAll, { steal: locksMissed >= LOCK_PATIENCE });
        locksMissed = hadLock ? 0 : locksMissed + 1;
        if (!hadLock) drainAfter(LOCK_RETRY_MS);
      }
    } catch (error) {
      ports.log('The outbox could not be read or written; it is tried again', { error });
      failures += 1;
      drainAfter(backoffMs(failures, ports.random, RETRY));
    }
    isDraining = false;
    if (isWantedAgain) drain('when-due');
  }

  async function sendAll(): Promise<void> {
    // Another tab may have sent some while this one waited for the lock.
    await rows.refresh();
    while (!isStopped && callOff === null) {
      const batch = pickBatch(rows.all(), (sequence) => blocked.has(sequence), most);
      if (batch.length === 0) return;
      await sendBatch(batch);
    }
  }

  async function sendBatch(batch: readonly OutboxRow[]): Promise<void> {
    const commands = batch.map(({ command }) => command);
    const answer = await ports.transport.sendCommands({
      protocol: PROTOCOL_VERSION,
      schema: Math.max(SCHEMA_VERSION, ...batch.map(({ schema }) => schema)),
      userId,
      commands,
      ...(await parts.attach(commands)),
    });
    if (!answer.ok) return fail(batch, answer.error);
    failures = 0;
    most = Math.min(MAX_COMMANDS, most * 2);
    await settle(batch, answer.value);
  }

  /** No command leaves the pending path here, whatever the error. */
  function fail(batch: readonly OutboxRow[], error: SyncError): void {
    if (UNREADABLE.has(errors[error.code].http)) {
      if (batch.length > 1) {
        most = Math.ceil(batch.length / 2);
        return;
      }
      most = MAX_COMMANDS;
      block(sequenceOf(batch[0]!.command));
    }
    // The line may be too slow for so many commands at once.
    if (error.code === 'deadline-exceeded') most = Math.ceil(batch.length / 2);
    failures += 1;
    const asked = (error.retryAfterSeconds ?? 0) * 1000;
    drainAfter(Math.max(asked, backoffMs(failures, ports.random, RETRY)));
  }

  async function settle(batch: readonly OutboxRow[], { answers, schema = 1 }: CommandAnswers): Promise<void> {
    const isOlder = schema < SCHEMA_VERSION;
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    const accepted: AcceptedAnswer[] = [];
    const refused: { id: string; code: ErrorCode }[] = [];
    for (const { command } of batch) {
      const answer = byId.get(command.id);
      if (answer?.status === 'accepted') accepted.push(answer);
      // A server of the release before does not know what this one can record. It waits for one that does.
      else if (answer?.status === 'refused' && isOlder && answer.code === 'invalid-argument')
        block(sequenceOf(command), RETRY_LATER);
      else if (answer?.status === 'refused') refused.push({ id: answer.id, code: knownCode(answer.code) });
      else block(sequenceOf(command), answer === undefined ? RETRY_SEQUENCE : RETRY_LATER);
    }
    const commands = batch.map(({ command }) => command);
    const { settled, events } =
      accepted.length === 0 ? { settled: [], events: [] } : await parts.confirm(accepted, commands);
    await rows.settle(settled, events, refused, leftBy(batch, settled));
    const done = new Set([...settled, ...refused.map(({ id }) => id)]);
    for (const command of commands) {
      const sequence = sequenceOf(command);
      if (!done.has(command.id)) block(sequence);
      else if (!blocked.has(sequence)) sequenceFailures.delete(sequence);
    }
  }

  /** Makes this sequence wait for its own time; the other sequences go on. */
  function block(sequence: Sequence, limits: BackoffLimits = RETRY_SEQUENCE): void {
    if (blocked.has(sequence) || isStopped) return;
    const count = (sequenceFailures.get(sequence) ?? 0) + 1;
    sequenceFailures.set(sequence, count);
    const unblock = ports.timers.after(backoffMs(count, ports.random, limits), () => {
      blocked.delete(sequence);
      drain('when-due');
    });
    blocked.set(sequence, unblock);
  }

  return {
    async record(...commands) {
      const isStored = await rows.add(commands);
      drain('when-due');
      return isStored;
    },
    rows: rows.all,
    isAllStored: rows.isAllStored,
    refresh: rows.refresh,
    drain,
    dismiss: rows.dismiss,
    stop() {
      isStopped = true;
      callOff?.();
      for (const unblock of blocked.values()) unblock();
    },
  };
}

/** The events that these rows have left, now that the server has confirmed it. */
function leftBy(batch: readonly OutboxRow[], settled: readonly string[]): string[] {
  const done = new Set(settled);
  return batch.flatMap(({ command }) =>
    command.type === 'admin.leave' && done.has(command.id) ? [command.eventId] : [],
  );
}

/** A newer server has codes that this page does not know: a screen that looks their text up would throw. */
const knownCode = (code: ErrorCode): ErrorCode => (isErrorCode(code) ? code : 'client-outdated');
