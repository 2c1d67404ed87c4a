import { inflateSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { LIVE_PATH, PACKED } from '../../../src/protocol/live.ts';
import { SCHEMA_QUERY, SCHEMA_VERSION } from '../../../src/protocol/schema-version.ts';
import { expectOf, type Race, type Racer, type Ride, type Status } from '../oracle.ts';
import type { Reading } from './reading.ts';

interface SentTap {
  readonly placed: { readonly at: number };
  /** Set by hand. */
  readonly corrected: number | null;
}
interface SentEvent {
  readonly entries: Readonly<Record<string, { readonly racerId: string; readonly removed?: boolean }>>;
  readonly counting: Readonly<Record<string, string>>;
  readonly taps: Readonly<Record<string, SentTap>>;
  readonly rulings: Readonly<
    Record<string, { readonly status: Status; readonly adjustments: readonly { readonly ms: number }[] }>
  >;
}

/** What a spectator's page is sent, by a client of our own: the racers, times and rulings make the same results. */
export async function readLiveFrames(reading: Reading): Promise<void> {
  const { expected, check, faces } = reading;
  const sent = await receive(reading);
  const racers = expected.race.racers.map((racer): Racer => ({
    ...racer,
    runs: racer.runs.map((ride, index) => rideIn(sent, racer.racerId, index + 1, ride)),
  }));
  const entered = Object.values(sent.entries).filter(({ removed }) => removed !== true);
  check.same(
    'racers',
    entered.map(({ racerId }) => faces.short(racerId)).toSorted(),
    expected.race.racers.map(({ racerId }) => faces.short(racerId)).toSorted(),
  );
  const race: Race = { ...expected.race, racers };
  const { total } = expectOf(race);
  for (const [racerId, { rank, ms, status, adjusted }] of total.placed) {
    const wanted = expected.total.placed.get(racerId)!;
    check.same(
      faces.short(racerId),
      { rank, ms, status, adjusted },
      { rank: wanted.rank, ms: wanted.ms, status: wanted.status, adjusted: wanted.adjusted },
    );
  }
}

function rideIn(sent: SentEvent, racerId: string, attempt: number, { isCorrected, splits }: Ride): Ride {
  const at = (line: string): number | null => {
    const tap = sent.taps[sent.counting[`${racerId} ${line} ${attempt}`] ?? ''];
    return tap === undefined ? null : (tap.corrected ?? tap.placed.at);
  };
  const ruling = sent.rulings[`${racerId} ${attempt}`];
  return {
    start: at('start'),
    finish: at('finish'),
    splits,
    status: ruling?.status ?? 'OK',
    penalties: ruling?.adjustments.map(({ ms }) => ms) ?? [],
    isCorrected,
  };
}

function receive({ stage: { world, eventId, keys } }: Reading): Promise<SentEvent> {
  const url = `${world.server.url.replace('http', 'ws')}${LIVE_PATH}?${PACKED}&${SCHEMA_QUERY}=${SCHEMA_VERSION}`;
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No event came over the socket')), 30_000);
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'follow-event', eventId, after: null, key: keys.viewer }));
    });
    socket.on('message', (data: Buffer, isBinary) => {
      const message = JSON.parse((isBinary ? inflateSync(data) : data).toString()) as {
        type: string;
        event?: SentEvent;
      };
      if (message.type !== 'event') return;
      clearTimeout(timer);
      socket.terminate();
      resolve(message.event!);
    });
  });
}
