import { applyAll } from '../../domain/events/apply.ts';
import { recogniseSocket } from '../accounts/sessions.ts';
import type { AccountParts } from '../accounts/parts.ts';
import { isInside } from '../commands/handle-command.ts';
import { nobodySends } from '../commands/sender.ts';
import type { Knocking } from '../commands/store.ts';
import type { Config } from '../config.ts';
import type { KeyGuesses } from '../http/key-guesses.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import { readChanges } from '../storage/command-store.ts';
import { readDoor } from '../storage/event-doors.ts';
import {
  listEvents,
  listRacers,
  readEventSeq,
  readGuestKeys,
  readSeqs,
  readSharedGroup,
} from '../storage/event-reads.ts';
import { readBalance } from '../storage/ledger.ts';
import type { LiveParts } from './parts.ts';

/** Live over the same reads as HTTP. */
export function livePartsOf(
  accounts: AccountParts,
  { trustedProxies }: Config,
  keyGuesses: KeyGuesses,
  known: KnownEvents,
): LiveParts {
  const { db, engine } = accounts.storage;
  const { clock, log, publicUrl } = accounts;
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
      async loadEvent(eventId) {
        const seq = await readEventSeq(db, eventId);
        const event = seq === undefined ? null : await known.read({ id: eventId, seq });
        return applyAll(event, []);
      },
      readChanges: (eventId, after) => readChanges(db, eventId, after),
      readKeys: (eventId) => readGuestKeys(db, eventId),
    },
    recognise: (cookie) => recogniseSocket(accounts, cookie),
    keyGuesses,
    ...(engine === 'postgres' && { readSeqs: (eventIds) => readSeqs(db, eventIds) }),
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
