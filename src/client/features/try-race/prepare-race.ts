import type { EventCommand, EventCommandBody } from '../../../domain/events/commands.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { PROTOCOL_VERSION } from '../../../protocol/command-kinds.ts';
import { SCHEMA_VERSION } from '../../../protocol/schema-version.ts';
import type { Ids, Transport } from '../../sync/ports.ts';
import { localTimeZone } from '../../ui/moment.ts';

export const TRY_RACE_NAME = 'Tuesday 10 · Mill Lane';

interface Prepared {
  readonly name: string;
  /** Seconds before the visitor came. */
  readonly started?: number;
  readonly finished?: number;
}

/**
 * Made-up racers: two are in, two are about to come, three wait at the start. The visitor has something to finish at once,
 * and the first of the two can still take the lead.
 */
const TRY_RACERS: readonly Prepared[] = [
  { name: 'Eli Brandt', started: 1090, finished: 1090 - 764.02 },
  { name: 'Farah Haddad', started: 1030, finished: 1030 - 782.77 },
  { name: 'Dana Petrov', started: 735 },
  { name: 'Gus Marlowe', started: 675 },
  { name: 'Chioma Okafor' },
  { name: 'Kenji Mori' },
  { name: 'Lucía Ferrer' },
];

/** Puts the race of `TRY_RACERS` on the server, as it stands at `now`, and returns the id of its event. */
export async function prepareRace(
  server: Pick<Transport, 'sendCommands'>,
  { userId, ids, now }: { readonly userId: string; readonly ids: Ids; readonly now: EpochMs },
): Promise<string> {
  const eventId = ids.make();
  const deviceId = ids.make();
  const origin = now - 3_600_000;
  const readingAt = (secondsAgo: number) => {
    const wall = now - secondsAgo * 1000;
    return { wall, monotonic: wall - origin, origin };
  };
  const command = (body: EventCommandBody, secondsAgo = 1800): EventCommand =>
    ({ ...body, id: ids.make(), eventId, deviceId, captured: readingAt(secondsAgo) }) as EventCommand;
  const racers = TRY_RACERS.map((racer) => ({ ...racer, racerId: ids.make() }));
  const taps = racers.flatMap(({ racerId, started, finished }) => [
    ...(started === undefined ? [] : [{ racerId, line: 'start' as const, ago: started }]),
    ...(finished === undefined ? [] : [{ racerId, line: 'finish' as const, ago: finished }]),
  ]);
  await server.sendCommands({
    protocol: PROTOCOL_VERSION,
    schema: SCHEMA_VERSION,
    userId,
    keys: {},
    commands: [
      command({ type: 'event.create', name: TRY_RACE_NAME, timeZone: localTimeZone() }),
      command({
        type: 'entries.add',
        racers: racers.map(({ racerId, name }) => ({ racerId, name, groups: [], bib: null })),
      }),
      ...taps.map(({ racerId, line, ago }) => command({ type: 'tap.record', line, run: 1, racerId }, ago)),
    ],
    // The clock of the page is the common clock, so each tap is exact.
    observations: taps.map(({ ago }) => ({ reading: readingAt(ago), common: readingAt(ago).wall, uncertainty: 1 })),
  });
  return eventId;
}
