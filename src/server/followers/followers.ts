import { createHmac } from 'node:crypto';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { findPersons } from '../../domain/results/join-persons.ts';
import type { FollowRequest } from '../../protocol/followers.ts';
import { confirmFollowPath, guestPath, stopMailPath } from '../../protocol/routes.ts';
import type { Requester } from '../fair-turns.ts';
import { isClosed } from '../invitations/invitation-mail.ts';
import { createStopToken, hashRecipient } from '../mail/recipients.ts';
import { listMailsOf, listUntold } from '../storage/follower-messages.ts';
import {
  confirmFollower,
  deleteFollower,
  findFollower,
  insertFollower,
  type NewFollower,
} from '../storage/followers.ts';
import type { Database } from '../storage/engine.ts';
import { queueMail, withdrawMail } from '../storage/mail.ts';
import { findUserById } from '../storage/users.ts';
import { wordsIn } from '../words/in-language.ts';
import { startWorkLoop } from '../work-loop.ts';
import { createSenders, type DeliveryParts } from './deliver.ts';
import { mayPushTo, strangeHostOf } from './push-transport.ts';
import { lookAtSeries, toldAfter } from './series-news.ts';
import { tellFollowers, type TellingParts, knownNow } from './tell.ts';
import { createToken, readToken } from './tokens.ts';
import { deriveVapidKeys } from './vapid.ts';

/** Followers are told this long after a tap: a tap that is undone at once is told to nobody. */
const HOLD_MS = 3000;
const POLL_MS = 10_000;
/** Events are told of one after the other, in turn by owner: making texts of a large event is work. */
const TELLING_TURNS = { atOnce: 1, mostEach: 250, most: 1000 };
/** Pause before messages are looked for: those that are queued together are found at once. */
const GATHER_MS = 250;

export interface FollowerParts extends DeliveryParts, TellingParts {
  /** Origin of a stand-in for push services on this machine, for tests. */
  readonly standIn?: string | undefined;
  readonly holdMs?: number | undefined;
}

/** An event that a reader may see, and the key by which viewers see it. */
interface FollowedDoor {
  readonly id: string;
  readonly seq: number;
  readonly rewrites: number;
  readonly viewerKey: string;
  readonly ownerId: string;
}

/** The asking person's network and language, and whether their mailbox may be sent a question. */
interface Asking {
  readonly language: string;
  readonly reader: Requester;
  readonly mayMail: boolean;
}

type FollowRefusal =
  | 'too-many-followers'
  | 'racer-not-in-event'
  | 'push-address-refused'
  | 'organiser-not-confirmed'
  | 'unavailable';

export interface Followers {
  /** Key that a browser subscribes with. */
  readonly pushKey: string;
  /** Returns the token that stops a push subscription; null for mail, whose reader gets it by mail. */
  follow(door: FollowedDoor, wanted: FollowRequest, asking: Asking): Promise<Result<string | null, FollowRefusal>>;
  /** The path of the board; null when the link is not ours, or is too old. */
  confirm(token: string): Promise<string | null>;
  /** A second press finds nothing to stop, and is as good as the first. False for a forged link alone. */
  stop(token: string): Promise<boolean>;
  /** Says that something was committed. */
  wake(): void;
  /** Resolves when everything that is due has been told and sent. */
  workOff(): Promise<void>;
  end(): Promise<void>;
}

export function startFollowers(parts: FollowerParts): Followers {
  const { db, clock, log, secret } = parts;
  const { holdMs = HOLD_MS } = parts;
  const senders = createSenders(parts);
  const push = startWorkLoop({ ...senders.push, log, gatherMs: GATHER_MS });
  const mail = startWorkLoop({ ...senders.mail, log, gatherMs: GATHER_MS });
  const deliver = () => {
    push.wake();
    mail.wake();
  };
  const telling = startWorkLoop({
    name: 'Followers of an event',
    log,
    limits: TELLING_TURNS,
    gatherMs: holdMs,
    pollMs: POLL_MS,
    find(most) {
      // Messages that failed are due again, and the mail outbox may have room again.
      deliver();
      return listUntold(db, most);
    },
    async takeTurn({ id }) {
      await tellFollowers(parts, id);
      deliver();
      return false;
    },
  });

  return {
    pushKey: deriveVapidKeys(secret).publicKey,
    wake: telling.wake,
    async workOff() {
      await telling.workOff();
      await Promise.all([push.workOff(), mail.workOff()]);
    },
    async follow({ id: eventId, seq, rewrites, viewerKey, ownerId }, { racerId, by }, { reader, language, mayMail }) {
      if (by.kind === 'push' && !mayPushTo(by.endpoint, parts.standIn)) return refuse('push-address-refused');
      // An owner without a confirmed address causes no mail: followers' mails would be a way around that rule.
      if (by.kind === 'mail' && !(await isConfirmed(db, ownerId))) return refuse('organiser-not-confirmed');
      const results = await parts.readResults({ id: eventId, seq, rewrites }, reader);
      const event = results && (await parts.readEvent({ id: eventId, seq: results.seq, rewrites }, reader));
      if (results === null || event === null) return refuse('unavailable');
      const row = results.rows.find((each) => each.racerId === racerId);
      if (racerId !== null && row === undefined) return refuse('racer-not-in-event');
      const now = clock.now();
      const about = { eventId, racerId: racerId ?? '', viewerKey, language, place: placeOf(secret, reader.from) };
      const look = await lookAtSeries(parts.readSeries, event, results.rows, [undefined], reader);
      const same = (await parts.readSamePersons?.(ownerId)) ?? new Map<string, string>();
      const { standIn, person } = findPersons(results.rows, same)(about.racerId);
      const series = toldAfter(person, undefined, look);
      const from = { seq: results.seq, told: knownNow(standIn, results.rows, event, series) };
      if (by.kind === 'push') {
        const { endpoint: target, p256dh, auth } = by;
        const follower = {
          ...about,
          channel: 'push',
          target,
          p256dh,
          auth,
          recipient: null,
          confirmedAt: now,
          host: strangeHostOf(target),
        } as const;
        const stored = await insertFollower(db, follower, from, now);
        return stored === null ? refuse('too-many-followers') : ok(createToken(secret, 'stop', stored.id));
      }
      const isTaken = await followByMail(by.email, about, from, mayMail);
      return isTaken ? ok(null) : refuse('too-many-followers');
    },
    async confirm(token) {
      const id = readToken(secret, 'confirm', token);
      const confirmed = id === null ? undefined : await confirmFollower(db, id, clock.now());
      return confirmed === undefined ? null : guestPath(confirmed.eventId, 'viewer', confirmed.viewerKey);
    },
    async stop(token) {
      const id = readToken(secret, 'stop', token);
      if (id === null) return false;
      const follower = await findFollower(db, id);
      if (follower?.channel === 'mail') await withdrawMail(db, await listMailsOf(db, id));
      await deleteFollower(db, id);
      return true;
    },
    async end() {
      await telling.stop();
      await Promise.all([push.stop(), mail.stop()]);
    },
  };

  /**
   * An address that wants no mail, or gets too many, is treated like any other: nobody can find out by asking. False: the
   * event has no place left.
   */
  async function followByMail(
    email: string,
    about: Pick<NewFollower, 'eventId' | 'racerId' | 'viewerKey' | 'language' | 'place'>,
    from: { readonly seq: number; readonly told: string },
    mayMail: boolean,
  ): Promise<boolean> {
    const recipient = hashRecipient(secret, email);
    if (!mayMail || (await isClosed(db, recipient))) return true;
    const now = clock.now();
    const keys = { p256dh: null, auth: null, host: null };
    const follower = { ...about, ...keys, channel: 'mail', target: email, recipient, confirmedAt: null } as const;
    const stored = await insertFollower(db, follower, from, now);
    if (stored === null || stored.confirmedAt !== null) return stored !== null;
    const { id } = stored;
    const links = {
      confirm: parts.publicUrl + confirmFollowPath(createToken(secret, 'confirm', id)),
      stop: parts.publicUrl + stopMailPath(createStopToken(secret, email)),
    };
    await queueMail(db, wordsIn(about.language).confirmationMail(email, links), now);
    parts.onMailQueued();
    return true;
  }
}

/** A network is remembered by its places alone, and cannot be read back from the database. */
const placeOf = (secret: string, network: string): string =>
  createHmac('sha256', secret).update(`follower place ${network}`).digest('base64url').slice(0, 22);

async function isConfirmed(db: Database, userId: string): Promise<boolean> {
  const owner = await findUserById(db, userId);
  return owner?.emailVerified === true && !owner.isAnonymous;
}
