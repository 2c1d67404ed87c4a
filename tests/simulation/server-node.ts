import type { CachedEvent, ChangesAnswer, ClockAnswer, SyncError } from '../../src/client/sync/ports.ts';
import type { Sight } from '../../src/domain/sights/views.ts';
import { applyAll } from '../../src/domain/events/apply.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import { ok, refuse, type Result } from '../../src/domain/result.ts';
import { epochMs } from '../../src/domain/units.ts';
import {
  anyCommand,
  type Command,
  type CommandAnswers,
  commandBatch,
  keysFor,
  knownObservations,
} from '../../src/protocol/commands.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { type News, newsOf, noNews } from '../../src/server/bus/news.ts';
import { type CommandQueue, createCommandQueue } from '../../src/server/commands/command-queue.ts';
import type { SentCommand } from '../../src/server/journal/sent-command.ts';
import type { Committed } from '../../src/server/journal/workspace.ts';
import type { Hub } from '../../src/server/live/hub.ts';
import { alwaysOpen } from '../support/gate.ts';
import type { Journal } from './journal.ts';
import type { Connection, MemoryDatabase } from './memory-store.ts';
import type { MemoryTransaction } from './memory-transaction.ts';
import type { Person, Sessions } from './people.ts';
import type { Purchase } from './provider.ts';
import type { Random } from './random.ts';
import { DatabaseError } from './row-locks.ts';
import type { Scheduler } from './scheduler.ts';
import { createNodeHub, type Life } from './server-hub.ts';
import type { Reads } from './server-reads.ts';
import { type Far, ServerSocket } from './server-socket.ts';
import { silent } from './silent.ts';
import type { StoreMaker } from './stores.ts';

export type Reply<Value> = Result<Value, SyncError>;

export interface NodeParts {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly database: MemoryDatabase;
  readonly reads: Reads;
  readonly sessions: Sessions;
  readonly journal: Journal;
  readonly makeStore: StoreMaker;
  /** The probabilities of a failing statement and a lost frame. */
  readonly faults: { readonly statement: number; readonly frame: number };
  /** The common clock, as this node has measured it. */
  now(): number;
  /** Publishes news to the other nodes. */
  publish(news: News): void;
}

/** One process of the server: the real command queue, handling and live hub, behind a small stand-in for HTTP and sockets. */
export class ServerNode {
  readonly name: string;
  isUp = false;
  hub!: Hub;
  private readonly parts: NodeParts;
  private connection: Connection | null = null;
  private queue: CommandQueue | null = null;
  private life = 0;
  private readonly downListeners = new Set<() => void>();

  constructor(parts: NodeParts) {
    this.parts = parts;
    this.name = parts.name;
    this.start();
  }

  start(): void {
    if (this.isUp) return;
    this.isUp = true;
    this.life += 1;
    const { database, makeStore, now } = this.parts;
    this.connection = database.connect({ step: (what) => this.step(what) });
    this.queue = createCommandQueue({
      gate: alwaysOpen,
      store: makeStore(this.connection.store, this),
      clock: { now: () => epochMs(Math.round(now())) },
      log: silent,
      onCommitted: (committed, commands) => this.onCommitted(committed, commands),
    });
    this.hub = createNodeHub(this.parts, this.lifeFrom(this.life));
  }

  kill(): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.life += 1;
    this.connection?.kill();
    for (const listener of this.downListeners) listener();
    this.downListeners.clear();
  }

  /** State that dies with the process. For planted mistakes only. */
  memory<Value>(): Map<string, Value> {
    return new Map();
  }

  /** Sends followers changes that are not stored yet. For planted mistakes only. */
  blurt(eventId: string, changes: readonly Change[]): void {
    const event = applyAll(this.parts.reads.event(eventId), changes)!;
    this.hub.publish([{ event, changes }], []);
  }

  /** Callers that wait for this node are told of its death here. */
  onDown(listener: () => void): () => void {
    this.downListeners.add(listener);
    return () => void this.downListeners.delete(listener);
  }

  hear(news: News): void {
    if (this.isUp) this.hub.hint(news);
  }

  /** The node learns that the bus was down for a while. */
  missNews(): void {
    if (this.isUp) this.hub.refresh();
  }

  async openSocket(token: string | null, far: Far): Promise<ServerSocket> {
    const { hub } = this;
    const person = await this.recognise(token);
    const socket = new ServerSocket(this.parts, hub, token, person, far);
    this.onDown(() => socket.die());
    return socket;
  }

  async sendCommands(token: string | null, body: unknown): Promise<Reply<CommandAnswers>> {
    const batch = commandBatch.safeParse(body);
    if (!batch.success) return refuse({ code: 'invalid-argument' });
    const person = await this.recognise(token);
    // A session of another user must not store these commands as its own.
    const { userId } = body as { userId?: unknown };
    if (person === null || (userId !== undefined && userId !== person.userId))
      return refuse({ code: 'unauthenticated' });
    const observations = knownObservations(batch.data);
    const checked = batch.data.commands.map((value) => anyCommand.safeParse(value));
    const understood = checked.flatMap((result): Command[] => (result.success ? [result.data] : []));
    const sender = { ...person, keys: keysFor(understood, batch.data) };
    const handled = await this.queue!.submit(understood.map((command) => ({ command, sender, observations })));
    let next = 0;
    const answers = checked.map((result, index) => {
      const { id } = batch.data.commands[index] as { id: string };
      return result.success ? handled[next++]! : ({ id, status: 'refused', code: 'invalid-argument' } as const);
    });
    this.parts.journal.answered(answers);
    return ok({ answers, schema: SCHEMA_VERSION });
  }

  async fetchAccount(token: string | null): Promise<Reply<AccountSnapshot>> {
    const person = await this.recognise(token);
    return person === null ? refuse({ code: 'unauthenticated' }) : ok(this.parts.reads.account(person));
  }

  async fetchEvent(token: string | null, eventId: string, key?: string): Promise<Reply<CachedEvent>> {
    const person = await this.recognise(token);
    const looked = this.parts.reads.look(person, eventId, key);
    return looked.ok ? ok(this.parts.reads.whole(looked.value)) : refuse({ code: looked.error });
  }

  async fetchChanges(
    token: string | null,
    eventId: string,
    after: number,
    key?: string,
    sights?: readonly Sight[],
  ): Promise<Reply<ChangesAnswer>> {
    const person = await this.recognise(token);
    const looked = this.parts.reads.look(person, eventId, key);
    if (!looked.ok) return refuse({ code: looked.error });
    const { event, access } = looked.value;
    if (after > event.seq || sights?.includes(access.sight) === false) return ok(this.parts.reads.whole(looked.value));
    return ok(this.parts.reads.since(looked.value, after));
  }

  /** Resolves when the credits are stored, now or before. */
  async receivePurchase(purchase: Purchase): Promise<void> {
    await this.connection!.store.transaction((tx) => (tx as MemoryTransaction).credit(purchase));
    this.hub.accountChanged(purchase.userId);
    this.parts.publish({ ...noNews, users: [purchase.userId] });
  }

  async exchangeClock(): Promise<Reply<ClockAnswer>> {
    const received = this.parts.now();
    await this.parts.scheduler.sleep(this.parts.random.between(0, 3), 'clock');
    return ok({ received, sent: this.parts.now() });
  }

  private async recognise(token: string | null): Promise<Person | null> {
    await this.step('read');
    return this.parts.sessions.find(token);
  }

  /** A message to the database and back. A dead process gets no answer. */
  private async step(what: string): Promise<void> {
    const { random, scheduler, database, faults } = this.parts;
    const { life } = this;
    if (what.startsWith('commit') || random.chance(0.25)) {
      await scheduler.sleep(random.between(0.2, random.chance(0.02) ? 3000 : 8), `${this.name} ${what}`);
    }
    if (life !== this.life) await new Promise<never>(() => {});
    if (database.isStopped) throw new DatabaseError('57P01', 'The database has stopped');
    if (what !== 'committed' && random.chance(faults.statement)) throw new DatabaseError('57014', 'Statement timeout');
  }

  private onCommitted(committed: readonly Committed[], commands: readonly SentCommand[]): void {
    this.hub.publish(committed, commands);
    this.parts.publish(newsOf(committed, commands));
  }

  private lifeFrom(life: number): Life {
    const isOver = (): boolean => life !== this.life;
    return {
      get isOver() {
        return isOver();
      },
      step: (what) => (isOver() ? new Promise<never>(() => {}) : this.step(what)),
    };
  }
}
