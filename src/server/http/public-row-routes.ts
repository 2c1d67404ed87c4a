import { Hono } from 'hono';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { api } from '../../protocol/routes.ts';
import type { EventDoor } from '../access/event-door.ts';
import { judgeReader, readerOf as actorByKey } from '../access/judge-reader.ts';
import { isPublicName, publicNameOf } from '../access/public-name.ts';
import { nobodySends } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import type { LatestRows } from '../results/latest-rows.ts';
import { readDoor } from '../storage/event-doors.ts';
import { refuseWith } from './answers.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { idIn } from './path-id.ts';
import { readerOf } from './reader.ts';
import { FOR_EVERYBODY, sendKept } from './send-kept.ts';

/** Address at which a cache is asked for the rows of an event. */
export function publicRowsAt(site: string, secret: string, eventId: string, viewerKey: string): string {
  const name = publicNameOf(secret, eventId, viewerKey);
  return site + api.publicRows.replace(':eventId', eventId).replace(':name', name);
}

type Refused = 'event-not-found' | 'event-deleted';

/**
 * Rows as viewers see them, for caches between viewers and this node: no cookie is read or set, no key stands in the address,
 * and the right is checked for every request that reaches the node.
 */
export function createPublicRowRoutes({ storage, secret }: ServerContext, latest: LatestRows): App {
  const app = new Hono<AppEnv>();

  async function findDoor(c: AppContext): Promise<Result<EventDoor, Refused>> {
    const eventId = idIn(c, 'eventId');
    const door = eventId === '' ? undefined : await readDoor(storage.db, eventId, nobodySends);
    const name = c.req.param('name') ?? '';
    if (door === undefined || !isPublicName(name, publicNameOf(secret, door.id, door.keys.viewer))) {
      return refuse('event-not-found');
    }
    const judged = judgeReader(actorByKey(null, 'viewer'), door);
    return judged.ok ? ok(door) : judged;
  }

  /** A refusal is kept as well: after a change of link, all who have the old one would reach this node. */
  function refuseAll(c: AppContext, code: Refused): Response {
    const refusal = refuseWith(c, code);
    refusal.headers.set('Cache-Control', FOR_EVERYBODY.control);
    return refusal;
  }

  async function answer(c: AppContext, which: keyof LatestRows): Promise<Response> {
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Access-Control-Expose-Headers', 'ETag');
    const door = await findDoor(c);
    if (!door.ok) return refuseAll(c, door.error);
    const found = await latest[which](door.value, readerOf(c));
    // The right may have been lost while the event was read.
    const after = await findDoor(c);
    if (!after.ok) return refuseAll(c, after.error);
    if (found === null) return refuseAll(c, 'event-not-found');
    return sendKept(c, found, 'application/json', FOR_EVERYBODY);
  }

  app.get(api.publicRows, (c) => answer(c, 'rows'));
  app.get(api.publicWhole, (c) => answer(c, 'whole'));
  return app;
}
