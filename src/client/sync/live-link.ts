import { refuse } from '../../domain/result.ts';
import { type ClientMessage, HEARTBEAT_MS, type ServerMessage } from '../../protocol/live.ts';
import { type BackoffLimits, spreadMs } from './backoff.ts';
import type { Answer, ClockAnswer, LiveSocket, SyncError, SyncPorts, Transport } from './ports.ts';

/** `polling`: sockets fail here, so the same data is requested again and again, and the server answers. */
export type Connection = 'connecting' | 'live' | 'polling';

export interface LiveLinkParts {
  readonly ports: Pick<SyncPorts, 'timers' | 'random'> & {
    readonly transport: Pick<Transport, 'openSocket' | 'exchangeClock'>;
  };
  onOpen(): void;
  onMessage(message: ServerMessage): void;
  onConnection(connection: Connection): void;
  /** False where the server did not answer. */
  poll(): Promise<boolean>;
}

export interface LiveLink {
  start(): void;
  stop(): void;
  isOpen(): boolean;
  send(message: ClientMessage): void;
  /** Ends the pause before the next try: something has changed. */
  wake(): void;
  /** A clock exchange over the socket where there is one; it also proves that the socket still works. */
  exchangeClock(): Answer<ClockAnswer>;
}

const RECONNECT: BackoffLimits = { firstMs: 2_000, mostMs: 15_000 };
const OPEN_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;
const POLL_MS = 3_000;
const FAILURES_BEFORE_POLLING = 3;

const unavailable = refuse<SyncError>({ code: 'unavailable' });

export function createLiveLink({ ports, onOpen, onMessage, onConnection, poll }: LiveLinkParts): LiveLink {
  const { transport, timers, random } = ports;
  const exchanges = new Map<number, (answer: Awaited<Answer<ClockAnswer>>) => void>();
  let socket: LiveSocket | null = null;
  let isOpen = false;
  let isRunning = false;
  let failures = 0;
  let exchanged = 0;
  let callOffSilence = () => {};
  let callOffAlive = () => {};
  let callOffReconnect: (() => void) | null = null;
  let callOffPoll: (() => void) | null = null;
  let isPolling = false;

  function connect(): void {
    callOffReconnect?.();
    callOffReconnect = null;
    if (!isRunning || socket !== null) return;
    expectWithin(OPEN_WITHIN_MS);
    const opened = transport.openSocket({
      onOpen() {
        if (socket !== opened) return;
        isOpen = true;
        expectWithin(2 * HEARTBEAT_MS);
        sayAlive();
        onConnection('live');
        onOpen();
      },
      onMessage(message) {
        if (socket !== opened) return;
        expectWithin(2 * HEARTBEAT_MS);
        failures = 0;
        stopPolling();
        if (message.type === 'clock') answerExchange(message.exchange, message);
        else onMessage(message);
      },
      onClose() {
        if (socket === opened) lose();
      },
    });
    socket = opened;
  }

  /** Gives the socket up at once: its own close event may be long in coming. */
  function abandon(): void {
    const old = socket;
    if (old === null) return;
    lose();
    old.close();
  }

  function lose(): void {
    socket = null;
    isOpen = false;
    callOffSilence();
    callOffAlive();
    for (const answer of exchanges.values()) answer(unavailable);
    exchanges.clear();
    if (!isRunning) return;
    failures += 1;
    if (failures >= FAILURES_BEFORE_POLLING) startPolling();
    else onConnection('connecting');
    callOffReconnect = timers.after(spreadMs(failures, random, RECONNECT), connect);
  }

  function expectWithin(ms: number): void {
    callOffSilence();
    callOffSilence = timers.after(ms, abandon);
  }

  function sayAlive(): void {
    callOffAlive = timers.after(HEARTBEAT_MS, () => {
      socket?.send({ type: 'alive' });
      sayAlive();
    });
  }

  function startPolling(): void {
    if (isPolling) return;
    isPolling = true;
    void pollOnce();
  }

  async function pollOnce(): Promise<void> {
    callOffPoll = null;
    const isAnswered = await poll();
    if (!isPolling || !isRunning) return;
    onConnection(isAnswered ? 'polling' : 'connecting');
    callOffPoll = timers.after(POLL_MS, () => void pollOnce());
  }

  function stopPolling(): void {
    isPolling = false;
    callOffPoll?.();
    callOffPoll = null;
  }

  function answerExchange(exchange: number, { received, sent }: ClockAnswer): void {
    exchanges.get(exchange)?.({ ok: true, value: { received, sent } });
    exchanges.delete(exchange);
  }

  function exchangeOverSocket(open: LiveSocket): Answer<ClockAnswer> {
    return new Promise((resolve) => {
      exchanged += 1;
      const exchange = exchanged;
      const callOff = timers.after(ANSWER_WITHIN_MS, () => {
        if (socket === open) abandon();
      });
      exchanges.set(exchange, (answer) => {
        callOff();
        resolve(answer);
      });
      open.send({ type: 'clock', exchange });
    });
  }

  return {
    start() {
      isRunning = true;
      onConnection('connecting');
      connect();
    },
    stop() {
      isRunning = false;
      stopPolling();
      callOffReconnect?.();
      abandon();
    },
    isOpen: () => isOpen,
    send(message) {
      if (isOpen) socket?.send(message);
    },
    wake() {
      if (!isRunning) return;
      if (socket === null) connect();
      if (callOffPoll !== null) {
        callOffPoll();
        void pollOnce();
      }
    },
    exchangeClock: () => (socket !== null && isOpen ? exchangeOverSocket(socket) : transport.exchangeClock()),
  };
}
