import { recogniseSocket } from '../accounts/sessions.ts';
import type { AccountParts } from '../accounts/parts.ts';
import type { Config } from '../config.ts';
import type { KeyGuesses } from '../http/key-guesses.ts';
import type { Limit } from '../http/limiter.ts';
import { readChanges } from '../storage/command-store.ts';
import {
  listEvents,
  listRacers,
  readEvent,
  readGuestKeys,
  readLogHeads,
  readSharedGroup,
} from '../storage/event-reads.ts';
import { readBalance } from '../storage/ledger.ts';
import type { LiveParts } from './parts.ts';

/** All phones of a venue come back at once when its line does, and may do so again and again. */
const ARRIVALS: Limit = { burst: 20_000, refillMs: 5 };

/** Live over the same reads as HTTP. */
export function livePartsOf(accounts: AccountParts, { trustedProxies }: Config, keyGuesses: KeyGuesses): LiveParts {
  const { db, engine } = accounts.storage;
  const { clock, log, publicUrl } = accounts;
  return {
    clock,
    log,
    publicUrl,
    trustedProxies,
    reader: {
      loadEvent: (eventId) => readEvent(db, eventId),
      readHead: async (eventId) => (await readLogHeads(db, [eventId])).get(eventId),
      readChanges: (eventId, after) => readChanges(db, eventId, after),
      readKeys: (eventId) => readGuestKeys(db, eventId),
    },
    arrivals: accounts.limits.limiter('sockets', ARRIVALS),
    recognise: (cookie) => recogniseSocket(accounts, cookie),
    keyGuesses,
    ...(engine === 'postgres' && { readHeads: (eventIds) => readLogHeads(db, eventIds) }),
    loadGroup: (groupId) => readSharedGroup(db, groupId),
    async loadAccount(sender) {
      return {
        credits: await readBalance(db, sender.userId),
        events: await listEvents(db, sender),
        racers: await listRacers(db, sender.userId),
      };
    },
  };
}
