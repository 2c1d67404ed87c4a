import { inflateSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { LIVE_PATH, PACKED } from '../../src/protocol/live.ts';
import { SCHEMA_QUERY, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import type { Ride, Status } from './oracle.ts';

/** What a spectator has of one racer: times by line and run, and rulings by run. */
export interface Watched {
  readonly times: ReadonlyMap<string, number>;
  readonly rulings: ReadonlyMap<number, Pick<Ride, 'status' | 'penalties' | 'isChecked'>>;
}

/** A spectator with a socket of their own and none of the product's code: keeps what it is sent of each racer. */
export interface Watcher {
  /** Everybody, once the change of this number has arrived. */
  until(seq: number): Promise<ReadonlyMap<string, Watched>>;
  close(): void;
}

interface Tap {
  readonly line: string;
  readonly attempt?: number;
  readonly placed: { readonly at: number };
  readonly corrected: number | null;
  readonly counts?: false;
}
type Rulings = Readonly<
  Record<
    string,
    {
      readonly status: Status;
      readonly adjustments: readonly { readonly ms: number }[];
      readonly checked?: number | null;
    }
  >
>;
interface WholeEvent {
  readonly seq: number;
  readonly entries: Readonly<Record<string, { readonly removed?: boolean }>>;
  readonly counting: Readonly<Record<string, string>>;
  readonly taps: Readonly<Record<string, Tap>>;
  readonly rulings: Rulings;
}
type Message =
  | { readonly type: 'event'; readonly event: WholeEvent }
  | {
      readonly type: 'rows';
      readonly seq: number;
      readonly rows: readonly {
        readonly entry: { readonly racerId: string; readonly removed?: boolean };
        readonly taps: readonly Tap[];
        readonly rulings?: Rulings;
      }[];
      readonly gone: readonly string[];
    }
  | { readonly type: 'other' };

const PATIENCE_MS = 30_000;

export function openWatcher(url: string, eventId: string, key: string): Promise<Watcher> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}?${PACKED}&${SCHEMA_QUERY}=${SCHEMA_VERSION}`);
  const racers = new Map<string, Watched>();
  const waiting = new Set<() => void>();
  let at = -1;
  const take = (message: Message): void => {
    if (message.type === 'event') {
      racers.clear();
      for (const [racerId, own] of readWhole(message.event)) racers.set(racerId, own);
      at = message.event.seq;
    } else if (message.type === 'rows') {
      for (const racerId of message.gone) racers.delete(racerId);
      for (const { entry, taps, rulings } of message.rows) {
        if (entry.removed === true) racers.delete(entry.racerId);
        else racers.set(entry.racerId, toWatched(entry.racerId, taps, rulings ?? {}));
      }
      at = Math.max(at, message.seq);
    }
    for (const look of waiting) look();
  };
  socket.on('message', (data: Buffer, isBinary) => {
    take(JSON.parse((isBinary ? inflateSync(data) : data).toString()) as Message);
  });
  const until = (seq: number) =>
    new Promise<ReadonlyMap<string, Watched>>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Change ${seq} never came: the last is ${at}`)), PATIENCE_MS);
      const look = () => {
        if (at < seq) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(racers);
      };
      waiting.add(look);
      look();
    });
  const watcher: Watcher = { until, close: () => socket.terminate() };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'follow-event', eventId, after: null, key }));
      void until(0).then(() => resolve(watcher), reject);
    });
  });
}

function readWhole({ entries, counting, taps, rulings }: WholeEvent): [string, Watched][] {
  const counted = Object.entries(counting).flatMap(([slot, tapId]) => {
    const [racerId = '', line = '', attempt = '1'] = slot.split(' ');
    const tap = taps[tapId];
    return tap === undefined ? [] : [{ racerId, tap: { ...tap, line, attempt: Number(attempt) } }];
  });
  return Object.entries(entries)
    .filter(([, { removed }]) => removed !== true)
    .map(([racerId]) => {
      const own = counted.filter((each) => each.racerId === racerId).map(({ tap }) => tap);
      return [racerId, toWatched(racerId, own, rulings)];
    });
}

function toWatched(racerId: string, taps: readonly Tap[], rulings: Rulings): Watched {
  const counting = taps.filter(({ counts }) => counts !== false);
  const own = Object.entries(rulings).filter(([key]) => key.startsWith(`${racerId} `));
  return {
    times: new Map(
      counting.map(({ line, attempt = 1, corrected, placed }) => [`${line} ${attempt}`, corrected ?? placed.at]),
    ),
    rulings: new Map(
      own.map(([key, { status, adjustments, checked = null }]) => [
        Number(key.slice(racerId.length + 1)),
        { status, penalties: adjustments.map(({ ms }) => ms), isChecked: checked !== null },
      ]),
    ),
  };
}
