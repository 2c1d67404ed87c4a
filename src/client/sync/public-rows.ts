import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import type { Reading } from '../../domain/timing/clock.ts';
import type { ErrorAnswer } from '../../protocol/errors.ts';
import type { Answer, CachedEvent, ClockAnswer, FollowingTransport, SyncPorts } from './ports.ts';

// Only types are imported: code that this late part shared with the page would make every spectator's page larger.

/** Every page asks after this time and up to as much again, so that a crowd never asks at once. */
const EVERY_MS = 1_000;
/** An event that is gone may come back: deleted events can be restored. */
const AFTER_GONE_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;
const FAILURES_OF_A_SOCKET = 2;
/** Caches of one network may be a second apart. For longer, the server knows less than the page: it was restored. */
const MOST_OLDER = 10;
/** A phone's clock drifts by a fifth of a second in this time. */
const MEASURE_AGAIN_MS = 3_600_000;
/** A device that slept, or whose clock was set, is measured anew. */
const MOST_PARTED_MS = 500;

interface RowsParts extends Pick<SyncPorts, 'clock' | 'timers' | 'random'> {
  /** Whether the page is hidden: nobody looks at it, so it asks for nothing. */
  isHidden(): boolean;
  /** The node, which is asked for the time alone, and once. */
  readonly node: FollowingTransport;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
}

/**
 * A viewer's page that asks a cache every second or two, in place of a socket: for events with more spectators than nodes
 * can hold sockets. To the rest of the page it is a transport whose socket tells rows.
 */
export function createRowsTransport(address: string, parts: RowsParts): FollowingTransport {
  const { clock, timers, random, isHidden, node } = parts;
  let measured: { readonly reading: Reading; readonly offset: number } | null = null;
  let older = 0;

  /** A captive portal answers with 200 as well, and a cache with a 404 of its own: only our own words count. */
  async function read<Value>(path: string, field: 'rows' | 'event'): Answer<Value> {
    try {
      // No cookie, and no header of ours: a browser would ask the cache of another site for leave before each request.
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const response = await parts.fetch(path, { credentials: 'omit', cache: 'no-cache', signal });
      const body = (await response.json()) as Partial<ErrorAnswer>;
      if (response.ok && field in body) return { ok: true, value: body as Value };
      return { ok: false, error: { code: isGone(body) ? body.error!.code : 'unavailable' } };
    } catch {
      return { ok: false, error: { code: 'unavailable' } };
    }
  }

  const fetchWhole = (): Answer<CachedEvent> => read(`${address}/whole`, 'event');

  async function fetchSince(after: number): Answer<RowsFrame | CachedEvent> {
    const frame = await read<RowsFrame>(address, 'rows');
    return frame.ok && frame.value.after > after ? fetchWhole() : frame;
  }

  /**
   * Exchanges clocks with the node once; later questions are answered from that exchange, for as long as the clocks of the
   * device agree.
   */
  async function exchangeClock(): Answer<ClockAnswer> {
    const sent = clock.read();
    const age = sent.monotonic - (measured?.reading.monotonic ?? -Infinity);
    if (measured === null || age > MEASURE_AGAIN_MS || hasParted(measured.reading, sent)) {
      const answer = await node.exchangeClock();
      const reading = clock.read();
      if (answer.ok) {
        const common = (answer.value.received + answer.value.sent) / 2;
        measured = { reading, offset: common - (sent.monotonic + reading.monotonic) / 2 };
      }
      if (answer.ok || measured === null) return answer;
    }
    const common = sent.monotonic + measured.offset;
    return { ok: true, value: { received: common, sent: common } };
  }

  return {
    ...node,
    fetchEvent: fetchWhole,
    fetchChanges: (_eventId, after) => fetchSince(after),
    exchangeClock,
    openSocket({ onOpen, onMessage, onClose }) {
      let isOpen = true;
      let at = -1;
      let followed = '';
      let failures = 0;
      let callOff = timers.after(0, onOpen);
      let letAnswer = () => {};
      /** The time is told once the cache is heard: a page would take any message for the cache's. */
      const heard = new Promise<void>((resolve) => (letAnswer = resolve));

      function close(): void {
        if (!isOpen) return;
        isOpen = false;
        callOff();
        onClose();
      }
      function askAgain(ms: number): void {
        if (isOpen) callOff = timers.after(ms * (1 + random()), () => void ask());
      }
      async function ask(): Promise<void> {
        if (isHidden()) {
          letAnswer();
          onMessage({ type: 'alive' });
          return askAgain(EVERY_MS);
        }
        const answer = await (older > MOST_OLDER ? fetchWhole() : fetchSince(at));
        if (!isOpen) return;
        if (answer.ok) {
          hear(answer.value);
          return askAgain(EVERY_MS);
        }
        if (answer.error.code !== 'unavailable') {
          onMessage({ type: 'gone', topic: `event:${followed}`, code: answer.error.code });
          return askAgain(AFTER_GONE_MS);
        }
        failures += 1;
        if (failures >= FAILURES_OF_A_SOCKET) close();
        else askAgain(EVERY_MS);
      }
      async function answerClock(exchange: number): Promise<void> {
        const answer = await exchangeClock();
        const { wall } = clock.read();
        // Without the node the page has the device's own time, as before any exchange.
        const told = answer.ok ? answer.value : { received: wall, sent: wall };
        if (isOpen) onMessage({ type: 'clock', exchange, ...told });
      }
      function hear(answer: RowsFrame | CachedEvent): void {
        failures = 0;
        letAnswer();
        if ('event' in answer) {
          older = 0;
          at = answer.event.seq;
          return onMessage({ type: 'event', ...answer });
        }
        older = answer.seq < at ? older + 1 : 0;
        // The next socket begins where this page is, and takes a whole that is behind it.
        if (older > MOST_OLDER) return close();
        if (answer.seq <= at) return onMessage({ type: 'alive' });
        at = answer.seq;
        onMessage(answer);
      }

      return {
        send(message) {
          if (!isOpen) return;
          if (message.type === 'follow-event') {
            followed = message.eventId;
            at = message.after ?? -1;
            callOff();
            void ask();
          }
          if (message.type === 'clock') {
            void heard.then(() => answerClock(message.exchange));
          }
        },
        close,
      };
    },
  };
}

const isGone = ({ error }: Partial<ErrorAnswer>): boolean =>
  error?.code === 'event-not-found' || error?.code === 'event-deleted';

const hasParted = (one: Reading, other: Reading): boolean =>
  Math.abs(other.wall - one.wall - (other.monotonic - one.monotonic)) > MOST_PARTED_MS;
