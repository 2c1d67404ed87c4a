import { applyAll } from '../../src/domain/events/apply.ts';
import type { Knocking } from '../../src/server/access/event-door.ts';
import { isInside } from '../../src/server/access/identify-actor.ts';
import { nobodySends, type Sender } from '../../src/server/access/sender.ts';
import { createHub, type Hub } from '../../src/server/live/hub.ts';
import type { EventReader } from '../../src/server/live/hub-parts.ts';
import { usualLimits } from '../../src/server/live/limits.ts';
import type { LiveTimers } from '../../src/server/live/timers.ts';
import { doorOf } from './memory-tables.ts';
import type { Person } from './people.ts';
import type { NodeParts } from './server-node.ts';
import { silent } from './silent.ts';

/** Small enough that a socket that stalls for a while is cut. */
const UNREAD_BYTES = 3000;

/** One life of a process: after its death its promises never settle. */
export interface Life {
  readonly isOver: boolean;
  /** A message to the database and back. */
  step(what: string): Promise<void>;
}

/** The product's own hub over this world's database and time. */
export function createNodeHub(parts: NodeParts, life: Life): Hub {
  const { database, reads, sessions, now } = parts;
  const { tables } = database;
  const reader: EventReader = {
    async isOpenTo(eventId, sender, key) {
      await life.step('read');
      const keys = key === undefined ? {} : { [eventId]: key };
      const tx = {
        readDoor: async (id: string, who: Knocking) => doorOf(tables.events.get(id), tables.keys.get(id), who),
      };
      return isInside(tx, { ...(sender ?? nobodySends), keys }, eventId);
    },
    async loadEvent(eventId) {
      await life.step('read');
      return applyAll(reads.event(eventId), []);
    },
    async readChanges(eventId, after) {
      await life.step('read');
      return (tables.changes.get(eventId) ?? []).filter(({ seq }) => seq > after);
    },
    async readKeys(eventId) {
      await life.step('read');
      return reads.keys(eventId);
    },
  };
  return createHub(
    {
      reader,
      log: silent,
      clock: { now },
      keyGuesses: { begin: () => ({ judged: nothing, end: nothing }) },
      async recognise(cookie) {
        await life.step('read');
        return senderOf(sessions.find(cookie));
      },
      async loadAccount(sender) {
        await life.step('read');
        const account = reads.account(sender);
        return { account, seqs: new Map(account.events.map(({ id }) => [id, reads.event(id)!.seq])) };
      },
      // Share groups are not simulated.
      loadGroup: () => Promise.reject(new Error('There are no share groups here')),
      async readHeads(eventIds) {
        await life.step('read');
        return new Map(
          eventIds.map((id) => [id, { seq: tables.events.get(id)?.seq ?? 0, rewrites: 0, rewrittenSeq: 0 }]),
        );
      },
    },
    { ...usualLimits, unreadBytes: UNREAD_BYTES },
    timersOf(parts, life),
  );
}

export function senderOf(person: Person | null): Sender | null {
  return person && { ...person, keys: {} };
}

function timersOf({ scheduler, random, name }: NodeParts, life: Life): LiveTimers {
  const label = `${name} timer`;
  function after(ms: number, run: () => void): () => void {
    return scheduler.after(ms, label, () => {
      if (!life.isOver) run();
    });
  }
  return {
    now: () => scheduler.now,
    after,
    every(ms, run) {
      let cancel = after(ms, again);
      function again(): void {
        cancel = after(ms, again);
        run();
      }
      return () => cancel();
    },
    // A process that tells thousands, or collects garbage, takes longer for a round of the event loop.
    nextRound: (run) => void after(random.chance(0.2) ? random.between(0, 200) : 0, run),
  };
}

const nothing = (): void => {};
