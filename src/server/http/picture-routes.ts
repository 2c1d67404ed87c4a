import { Hono } from 'hono';
import { can } from '../../domain/access/can.ts';
import { arePicturesOpen } from '../../domain/model/race-settings.ts';
import type { EventState } from '../../domain/model/state.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { isForViewers } from '../../domain/sights/public-rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { type PictureFacts, pictureFacts, type SharedFinish } from '../../protocol/picture-facts.ts';
import {
  type ListedFinishes,
  MAX_FACTS_BYTES,
  MAX_PICTURE_BYTES,
  MAX_PICTURED_FINISHES,
  picturePaths,
  PICTURES_KEPT_MS,
} from '../../protocol/pictures.ts';
import type { Sender } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { Limit } from '../limits/limiter.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import {
  countFinishes,
  findFinish,
  insertFinish,
  insertPart,
  listDeletedRacers,
  listFinishes,
  measurePictures,
  readPart,
  removeFinish,
} from '../storage/pictures.ts';
import { findUserById } from '../storage/users.ts';
import { refuseWith } from './answers.ts';
import { readBody, readBytes } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { createEventLook, type SeenEvent } from './look-at-event.ts';
import { choiceIn, idIn } from './path-id.ts';
import { pictureKindOf } from './picture-kind.ts';
import { readerOf } from './reader.ts';

/** For all events of an account with an unconfirmed address: enough for the first day. */
const UNCONFIRMED_BYTES = 5 * 1024 ** 2;

/** The finishes of a large race at once, and then one a second. */
const UPLOADS: Limit = { burst: 5_000, refillMs: 200 };

type Owner = Pick<Sender, 'verifiedEmail'>;

export interface PictureParts {
  /** Room on the disk, which pictures share with recordings. */
  readonly room: {
    /** Null if there is room. */
    refuse(kind: 'runs', owner: Owner, bytes: number): Promise<ErrorCode | null>;
    add(owner: Owner, bytes: number): void;
  };
  /** Bytes of all events of an account. 0: nobody shares pictures. */
  readonly quota: number;
}

interface SeenPictures extends SeenEvent {
  readonly event: EventState;
  readonly isTimer: boolean;
}

interface SeenFinish {
  readonly tapId: string;
  readonly racerId: string | null;
}

/** What finish cameras saw, where a timekeeper has shared it: for the admins of the event, and for viewers where the owner says so. */
export function createPictureRoutes(
  accounts: ServerContext,
  { room, quota }: PictureParts,
  keyGuesses: KeyGuesses,
  knownEvents: KnownEvents,
): App {
  const app = new Hono<AppEnv>();
  const { clock, storage } = accounts;
  const { db } = storage;
  const look = createEventLook(accounts, keyGuesses);
  const uploads = accounts.limits.limiter('picture-uploads', UPLOADS);

  app.get(picturePaths.all, async (c) => {
    const seen = await lookAsReader(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { event, door, isTimer } = seen.value;
    const racerIds = Object.keys(event.entries);
    const deleted = await listDeletedRacers(db, racerIds);
    const listed = await listFinishes(db, door.id);
    const finishes = listed.flatMap(({ tapId, bytes }) => {
      const finish = finishOf(event, tapId, isTimer);
      return finish === undefined || deleted.has(finish.racerId ?? '') ? [] : [{ ...finish, bytes }];
    });
    return c.json<ListedFinishes>({ finishes, ...(isTimer && { deletedRacers: [...deleted] }) });
  });

  app.get(picturePaths.finish, async (c) => {
    const seen = await lookAtFinish(c, await lookAsReader(c));
    if (!seen.ok) return refuseWith(c, seen.error);
    const found = await findFinish(db, seen.value.door.id, seen.value.tapId);
    if (found === undefined || found === 'removed') return refuseWith(c, 'picture-not-found');
    return c.json<SharedFinish>(found);
  });

  app.get(picturePaths.part, async (c) => {
    const seen = await lookAtFinish(c, await lookAsReader(c));
    if (!seen.ok) return refuseWith(c, seen.error);
    const part = partIn(c);
    const picture = part === undefined ? undefined : await readPart(db, seen.value.door.id, seen.value.tapId, part);
    if (picture === undefined) return refuseWith(c, 'picture-not-found');
    c.header('Content-Type', picture.type);
    // Opened by itself it is saved as a file: no page of this site is made of what somebody has sent.
    c.header('Content-Disposition', 'attachment; filename="photo-finish"');
    c.header('Content-Security-Policy', "default-src 'none'; sandbox");
    c.header('Cache-Control', 'private, no-store');
    return c.body(new Uint8Array(picture.body));
  });

  app.put(picturePaths.finish, async (c) => {
    if (quota === 0) return refuseWith(c, 'unimplemented');
    const body = await readBody(c, pictureFacts, MAX_FACTS_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    const seen = await lookAtFinish(c, await lookAsTimer(c));
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, sender, tapId } = seen.value;
    const wait = uploads.take(sender.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const known = await findFinish(db, door.id, tapId);
    if (known === 'removed') return refuseWith(c, 'picture-removed');
    if (known !== undefined) return c.json<SharedFinish>(known);
    const now = clock.now();
    const until = Math.min(body.value.at, now) + PICTURES_KEPT_MS;
    if (until <= now) return refuseWith(c, 'picture-removed');
    if ((await countFinishes(db, door.id)) >= MAX_PICTURED_FINISHES) return refuseWith(c, 'too-many-pictures');
    await insertFinish(db, door.id, tapId, body.value, until);
    return c.json<SharedFinish>({ facts: body.value, parts: [] });
  });

  app.put(picturePaths.part, async (c) => {
    if (quota === 0) return refuseWith(c, 'unimplemented');
    const seen = await lookAtFinish(c, await lookAsTimer(c));
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, sender, tapId } = seen.value;
    const wait = uploads.take(sender.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const part = partIn(c);
    const finish = await findFinish(db, door.id, tapId);
    if (finish === 'removed') return refuseWith(c, 'picture-removed');
    if (part === undefined || !hasPart(finish?.facts, part)) return refuseWith(c, 'picture-not-found');
    const bytes = await readBytes(c, MAX_PICTURE_BYTES);
    if (bytes === undefined) return refuseWith(c, 'picture-invalid');
    if (!c.get('mayRead')(bytes.length)) return refuseWith(c, 'too-many-requests');
    if (finish?.parts.includes(part) === true) return c.json({ stored: true });
    const type = pictureKindOf(bytes);
    if (type === undefined) return refuseWith(c, 'picture-invalid');
    const user = await findUserById(db, door.ownerId);
    const owner = { verifiedEmail: user?.emailVerified === true ? user.email : null };
    const most = owner.verifiedEmail === null ? Math.min(UNCONFIRMED_BYTES, quota) : quota;
    if ((await measurePictures(db, door.ownerId)) + bytes.length > most) return refuseWith(c, 'too-many-pictures');
    const refusal = await room.refuse('runs', owner, bytes.length);
    if (refusal !== null) return refuseWith(c, refusal);
    if (!(await insertPart(db, { eventId: door.id, tapId, part, type, body: bytes })))
      return refuseWith(c, 'picture-removed');
    room.add(owner, bytes.length);
    return c.json({ stored: true });
  });

  app.delete(picturePaths.finish, async (c) => {
    const seen = await lookAtFinish(c, await lookAsTimer(c));
    if (!seen.ok) return refuseWith(c, seen.error);
    await removeFinish(db, seen.value.door.id, seen.value.tapId, clock.now());
    return c.json({ deleted: true });
  });

  /** An event whose timekeeper asks, or where the owner shows pictures. To others there are none, whether there are any. */
  async function lookAsReader(c: AppContext): Promise<Result<SeenPictures, ErrorCode>> {
    const seen = await look(c);
    if (!seen.ok) return seen;
    const { actor, door } = seen.value;
    const isTimer = can(actor, 'time', door);
    if (door.deletedAt !== null) return refuse('event-deleted');
    const event = await knownEvents.read(door, readerOf(c));
    if (event === null) return refuse('event-not-found');
    if (!isTimer && !arePicturesOpen(event)) return refuse('permission-denied');
    return ok({ ...seen.value, event, isTimer });
  }

  async function lookAsTimer(c: AppContext): Promise<Result<SeenPictures, ErrorCode>> {
    const seen = await lookAsReader(c);
    return seen.ok && !seen.value.isTimer ? refuse('permission-denied') : seen;
  }

  const isDeleted = async ({ racerId }: SeenFinish): Promise<boolean> =>
    racerId !== null && (await listDeletedRacers(db, [racerId])).size > 0;

  async function lookAtFinish(
    c: AppContext,
    seen: Result<SeenPictures, ErrorCode>,
  ): Promise<Result<SeenPictures & SeenFinish, ErrorCode>> {
    if (!seen.ok) return seen;
    const finish = finishOf(seen.value.event, idIn(c, 'tapId'), seen.value.isTimer);
    if (finish === undefined || (await isDeleted(finish))) return refuse('picture-not-found');
    return ok({ ...seen.value, ...finish });
  }

  return app;
}

/**
 * A tap whose racer has been taken out has no pictures from that moment; the upkeep deletes them. Viewers get those of finishes
 * that count, and of nobody whom they do not see.
 */
function finishOf(event: EventState, tapId: string, isTimer: boolean): SeenFinish | undefined {
  if (!Object.hasOwn(event.taps, tapId)) return undefined;
  const tap = event.taps[tapId]!;
  const { racerId, line } = tap;
  if (racerId !== null && event.entries[racerId]?.removed !== false) return undefined;
  return isTimer || (line === 'finish' && isForViewers(event, tap)) ? { tapId, racerId } : undefined;
}

const hasPart = (facts: PictureFacts | undefined, part: number): boolean =>
  facts !== undefined && part <= facts.frames.length;

/** 0: the strip. */
const partIn = (c: AppContext): number | undefined => choiceIn(c, 'part', ['0', '1', '2', '3']);
