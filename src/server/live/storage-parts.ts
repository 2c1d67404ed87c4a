import { applyAll } from '../../domain/events/apply.ts';
import type { Knocking } from '../access/event-door.ts';
import { isInside } from '../access/identify-actor.ts';
import { nobodySends } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import { recogniseSocket } from '../accounts/sessions.ts';
import { networkKey } from '../addresses/client-address.ts';
import type { Config } from '../config.ts';
import type { Requester } from '../fair-turns.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { Limit } from '../limits/limiter.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import { readChanges } from '../storage/command-store.ts';
import { readDoor } from '../storage/event-doors.ts';
import {
  listRacers,
  listWithSeqs,
  readGuestKeys,
  readListed,
  readLogHeads,
  readSharedGroup,
} from '../storage/event-reads.ts';
import { readBalance } from '../storage/ledger.ts';
import { readScreenKeys } from '../storage/screen-keys.ts';
import type { LiveParts } from './hub-parts.ts';

/** Phones of a venue all come back at once when its line does, and may do so again and again. */
const ARRIVALS: Limit = { burst: 20_000, refillMs: 5 };

/** An event that is being read for followers is read to its end: the next of them is seldom far. */
const followerFrom = (address: string): Requester => ({
  from: networkKey(address),
  gone: new AbortController().signal,
});

/** Parts of the hub over the same reads as HTTP. */
export function livePartsOf(
  accounts: ServerContext,
  { trustedProxies }: Config,
  keyGuesses: KeyGuesses,
  known: KnownEvents,
): LiveParts {
  const { db, engine } = accounts.storage;
  const { clock, log, publicUrl } = accounts;
  const readHead = async (eventId: string) => (await readLogHeads(db, [eventId])).get(eventId);
  return {
    clock,
    log,
    publicUrl,
    trustedProxies,
    reader: {
      isOpenTo(eventId, sender, key) {
        const tx = { readDoor: (id: string, person: Knocking) => readDoor(db, id, person) };
        const keys = key === undefined ? {} : { [eventId]: key };
        return isInside(tx, { ...(sender ?? nobodySends), keys }, eventId);
      },
      async loadEvent(eventId, address) {
        const head = await readHead(eventId);
        const event = head === undefined ? null : await known.read({ id: eventId, ...head }, followerFrom(address));
        return applyAll(event, []);
      },
      readHead,
      readChanges: (eventId, after) => readChanges(db, eventId, after),
      readKeys: (eventId) => readGuestKeys(db, eventId),
      readScreenKeys: (eventId) => readScreenKeys(db, eventId),
    },
    arrivals: accounts.limits.limiter('sockets', ARRIVALS),
    recognise: (cookie) => recogniseSocket(accounts, cookie),
    keyGuesses,
    ...(engine === 'postgres' && {
      readHeads: (eventIds) => readLogHeads(db, eventIds),
      loadListed: (eventIds) => readListed(db, eventIds),
    }),
    loadGroup: (groupId) => readSharedGroup(db, groupId, clock.now()),
    async loadAccount(sender) {
      const credits = await readBalance(db, sender.userId);
      const found = await listWithSeqs(db, sender);
      const racers = await listRacers(db, sender.userId);
      const events = found.map(({ listed }) => listed);
      return { account: { credits, events, racers }, seqs: new Map(found.map(({ listed, seq }) => [listed.id, seq])) };
    },
  };
}
