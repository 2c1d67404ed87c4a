import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURED_FINISHES,
  PICTURES_KEPT_MS,
  picturePath,
} from '../../src/protocol/pictures.ts';
import { api } from '../../src/protocol/routes.ts';
import { picturesJob } from '../../src/server/upkeep/pictures.ts';
import { batchOf, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { pngOf } from '../support/logo.ts';
import { arrive, arriveConfirmed, PASSWORD } from '../support/people.ts';
import { factsAt, strip } from '../support/pictures.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { passOnce } from '../support/upkeep.ts';

const HOUR_MS = 3_600_000;

describe.each(engines)('pictures of finishes on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine, { environment: { PICTURE_QUOTA_MB: '1' } });
  });
  afterAll(() => server.stop());

  async function ask(client: TestClient, path: string, method = 'GET', body?: object | Uint8Array) {
    const isBytes = body instanceof Uint8Array;
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        cookie: client.cookie,
        origin: server.url,
        ...(body && { 'content-type': isBytes ? 'image/png' : 'application/json' }),
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return answer;
  }
  const codeOf = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    const told = (await answer.json().catch(() => ({}))) as { error?: { code: string } };
    return told.error?.code ?? answer.status;
  };
  const send = async (client: TestClient, ...commands: Parameters<typeof batchOf>) =>
    (await client.post<CommandAnswers>(api.commands, batchOf(...commands))).body.answers.map(({ status }) => status);
  const change = (client: TestClient, eventId: string, body: EventCommandBody) =>
    send(client, eventCommand(eventId, body));
  const list = async (client: TestClient, eventId: string) =>
    ((await (await ask(client, picturePath(eventId))).json()) as { finishes: { tapId: string; bytes: number }[] })
      .finishes;
  const partsOf = async (eventId: string) => {
    const rows = await server.db
      .selectFrom('finishPictureParts')
      .select('part')
      .where('eventId', '=', eventId)
      .execute();
    return rows.length;
  };
  const pass = (later = 0) => passOnce(picturesJob(server.db), Date.now() + later);

  async function race(client: TestClient) {
    const made = await newRace(client);
    const [start, finish] = [tap(made.eventId, 'start', made.racerId), tap(made.eventId, 'finish', made.racerId)];
    expect(await send(client, start, finish)).toEqual(['accepted', 'accepted']);
    return { ...made, tapId: finish.id };
  }

  async function share(client: TestClient, eventId: string, tapId: string, at = Date.now()) {
    expect(await codeOf(client, picturePath(eventId, tapId), 'PUT', factsAt(at))).toBe(200);
    for (const part of [0, 1, 2, 3]) {
      expect(await codeOf(client, picturePath(eventId, tapId, part), 'PUT', strip)).toBe(200);
    }
  }

  async function organise() {
    const { client } = await arriveConfirmed(server);
    const made = await race(client);
    await share(client, made.eventId, made.tapId);
    return { client, ...made };
  }

  test('[EYE24] what a timekeeper shares is there for every admin, and for nobody else', async () => {
    const { client, eventId, tapId, keys } = await organise();
    const { client: admin } = await arrive(server);
    await admin.post(api.commands, {
      ...batchOf(eventCommand(eventId, { type: 'admin.join' })),
      keys: { [eventId]: keys.admin },
    });
    for (const one of [client, admin]) {
      expect(await list(one, eventId)).toMatchObject([{ tapId, bytes: 4 * strip.length }]);
      expect(await (await ask(one, picturePath(eventId, tapId))).json()).toMatchObject({
        facts: { columns: [-33, 0, 33] },
        parts: [0, 1, 2, 3],
      });
      const picture = await ask(one, picturePath(eventId, tapId, 0));
      expect(Buffer.from(await picture.arrayBuffer()).equals(strip)).toBe(true);
    }

    const { client: stranger } = await arrive(server);
    const paths = [picturePath(eventId), picturePath(eventId, tapId), picturePath(eventId, tapId, 0)];
    for (const path of paths) {
      expect(await codeOf(stranger, path)).toBe('event-not-found');
      expect(await codeOf(server.client(), `${path}?key=${keys.viewer}`)).toBe('permission-denied');
      expect(await codeOf(server.client(), `${path}?key=${keys.admin}`)).toBe('permission-denied');
    }
    for (const [method, body] of [['PUT', factsAt(Date.now())], ['DELETE']] as const) {
      expect(await codeOf(stranger, picturePath(eventId, tapId), method, body)).toBe('event-not-found');
      const byKey = `${picturePath(eventId, tapId)}?key=${keys.viewer}`;
      expect(await codeOf(stranger, byKey, method, body)).toBe('permission-denied');
    }
    expect(await list(client, eventId)).toHaveLength(1);
  });

  test('[EYE29] viewers see pictures of finishes that count while the owner shows them, and from the next request on no longer', async () => {
    const { client, eventId, racerId, tapId, keys } = await organise();
    const byKey = (key: string, of?: string, part?: number) => `${picturePath(eventId, of, part)}?key=${key}`;
    const show = (openPictures: boolean) =>
      change(client, eventId, { type: 'race.configure', settings: { openPictures } });
    const nobody = server.client();
    const seen = async () => {
      const answer = await ask(nobody, byKey(keys.viewer));
      return ((await answer.json()) as { finishes?: { tapId: string; racerId: string }[] }).finishes;
    };
    // Waits for its racer: nobody knows yet whose it is.
    const waiting = tap(eventId, 'finish', null);
    expect(await send(client, waiting)).toEqual(['accepted']);
    await share(client, eventId, waiting.id);
    expect(await codeOf(nobody, byKey(keys.viewer))).toBe('permission-denied');

    expect(await show(true)).toEqual(['accepted']);
    expect(await seen()).toMatchObject([{ tapId, racerId }]);
    expect(await codeOf(nobody, byKey(keys.admin, tapId, 0))).toBe(200);
    const answer = await ask(nobody, byKey(keys.viewer, tapId, 0));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await codeOf(nobody, byKey(keys.viewer, waiting.id))).toBe('picture-not-found');
    expect(await codeOf(nobody, byKey(keys.viewer, waiting.id, 0))).toBe('picture-not-found');
    expect(await codeOf(nobody, byKey('wrongkey', tapId, 0))).toBe('event-not-found');
    for (const [method, body] of [['PUT', factsAt(Date.now())], ['DELETE']] as const)
      expect(await codeOf(nobody, byKey(keys.viewer, tapId), method, body)).toBe('permission-denied');

    // A finish that was thrown away is none, and where names are hidden faces are.
    expect(await change(client, eventId, { type: 'tap.undo', tapId })).toEqual(['accepted']);
    expect(await seen()).toEqual([]);
    expect(await change(client, eventId, { type: 'tap.redo', tapId })).toEqual(['accepted']);
    expect(await seen()).toHaveLength(1);
    expect(await change(client, eventId, { type: 'event.configure', initialsOnly: true })).toEqual(['accepted']);
    expect(await codeOf(nobody, byKey(keys.viewer, tapId, 0))).toBe('permission-denied');
    expect(await change(client, eventId, { type: 'event.configure', initialsOnly: false })).toEqual(['accepted']);
    expect(await seen()).toHaveLength(1);

    expect(await show(false)).toEqual(['accepted']);
    for (const path of [byKey(keys.viewer), byKey(keys.viewer, tapId), byKey(keys.viewer, tapId, 0)])
      expect(await codeOf(nobody, path)).toBe('permission-denied');
  });

  test('[EYE25] only a picture is stored, no page is ever made of it, and what is there is not written over', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, tapId } = await race(client);
    const put = (part: number | string, bytes: Uint8Array) =>
      codeOf(client, picturePath(eventId, tapId, part), 'PUT', bytes);
    expect(await put(0, strip)).toBe('picture-not-found');
    expect(await codeOf(client, picturePath(eventId, tapId), 'PUT', factsAt(Date.now()))).toBe(200);
    const hostile = {
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(64)),
      'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'a GIF': Buffer.from('GIF89a'.padEnd(64)),
      'a picture of gigabytes': pngOf(4097, 1),
      'less than its first block': strip.subarray(0, 20),
      nothing: Buffer.alloc(1),
      'too many bytes': Buffer.concat([strip, Buffer.alloc(MAX_PICTURE_BYTES)]),
    };
    for (const [what, bytes] of Object.entries(hostile)) expect(await put(0, bytes), what).toBe('picture-invalid');
    for (const part of [4, -1, '0x1', '00', 'strip'])
      expect(await put(part, strip), String(part)).toBe('picture-not-found');
    expect(await partsOf(eventId)).toBe(0);

    expect(await put(0, strip)).toBe(200);
    expect(await put(0, pngOf(10, 10))).toBe(200);
    const answer = await ask(client, picturePath(eventId, tapId, 0));
    expect(Buffer.from(await answer.arrayBuffer()).equals(strip)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="photo-finish"',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('[EYE25] facts, finishes and bytes have bounds, and a tap that is not there has no pictures', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId, tapId } = await race(client);
    const facts = factsAt(Date.now());
    const put = (body: object, of = tapId) => codeOf(client, picturePath(eventId, of), 'PUT', body);
    expect(await put(facts, randomUUID())).toBe('picture-not-found');
    expect(await put({ ...facts, columns: Array.from({ length: 481 }, () => 0) })).toBe('invalid-argument');
    expect(await put({ ...facts, columns: [] })).toBe('invalid-argument');
    expect(await put({ ...facts, line: [0, 0, 2, 1] })).toBe('invalid-argument');
    expect(await put({ ...facts, frames: [1, 2, 3, 4] })).toBe('invalid-argument');
    expect(await put({ ...facts, columns: Array.from({ length: 5000 }, () => 1.5) })).toBe('payload-too-large');

    await share(client, eventId, tapId);
    const large = pngOf(100, 100, 500_000);
    const more = [tap(eventId, 'finish', racerId), tap(eventId, 'finish', racerId)];
    await send(client, ...more);
    expect(await put(facts, more[0]!.id)).toBe(200);
    expect(await codeOf(client, picturePath(eventId, more[0]!.id, 0), 'PUT', large)).toBe(200);
    expect(await codeOf(client, picturePath(eventId, more[0]!.id, 1), 'PUT', large)).toBe(200);
    // The quota of this server is one megabyte.
    expect(await codeOf(client, picturePath(eventId, more[0]!.id, 2), 'PUT', large)).toBe('too-many-pictures');
    expect(await codeOf(client, picturePath(eventId, tapId), 'DELETE')).toBe(200);

    const until = Date.now() + HOUR_MS;
    const rows = Array.from({ length: MAX_PICTURED_FINISHES - 2 }, () => ({
      eventId,
      tapId: randomUUID(),
      bytes: 0,
      facts: '{}',
      until,
    }));
    for (let at = 0; at < rows.length; at += 100)
      await server.db
        .insertInto('finishPictures')
        .values(rows.slice(at, at + 100))
        .execute();
    expect(await put(facts, more[1]!.id)).toBe('too-many-pictures');
  });

  test('[EYE26] pictures that were deleted are gone, and a phone that still sends them is told', async () => {
    const { client, eventId, tapId } = await organise();
    expect(await codeOf(client, picturePath(eventId, tapId), 'DELETE')).toBe(200);
    expect(await partsOf(eventId)).toBe(0);
    expect(await list(client, eventId)).toEqual([]);
    expect(await codeOf(client, picturePath(eventId, tapId, 0))).toBe('picture-not-found');
    expect(await codeOf(client, picturePath(eventId, tapId), 'PUT', factsAt(Date.now()))).toBe('picture-removed');
    expect(await codeOf(client, picturePath(eventId, tapId, 0), 'PUT', strip)).toBe('picture-removed');
  });

  test('[EYE26] pictures go 30 days after the finish, whatever a phone says of its time', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, tapId } = await race(client);
    expect(await codeOf(client, picturePath(eventId, tapId), 'PUT', factsAt(Date.now() - PICTURES_KEPT_MS - 1))).toBe(
      'picture-removed',
    );
    await share(client, eventId, tapId, Date.now() + 300 * 24 * HOUR_MS);
    await pass(PICTURES_KEPT_MS - HOUR_MS);
    expect(await partsOf(eventId)).toBe(4);
    await pass(PICTURES_KEPT_MS + 1);
    expect(await partsOf(eventId)).toBe(0);
    const rows = await server.db.selectFrom('finishPictures').select('tapId').where('eventId', '=', eventId).execute();
    expect(rows).toEqual([]);
  });

  test('[EYE26] a racer who is taken out has no pictures from that moment, and the upkeep deletes them; so does one who is deleted', async () => {
    const one = await organise();
    expect(await change(one.client, one.eventId, { type: 'entry.remove', racerId: one.racerId })).toEqual(['accepted']);
    expect(await list(one.client, one.eventId)).toEqual([]);
    expect(await codeOf(one.client, picturePath(one.eventId, one.tapId, 0))).toBe('picture-not-found');
    const other = await organise();
    await pass();
    expect([await partsOf(one.eventId), await partsOf(other.eventId)]).toEqual([0, 4]);
    expect(await send(other.client, racerCommand(other.racerId, { type: 'racer.delete' }))).toEqual(['accepted']);
    expect(await (await ask(other.client, picturePath(other.eventId))).json()).toEqual({
      finishes: [],
      deletedRacers: [other.racerId],
    });
    expect(await codeOf(other.client, picturePath(other.eventId, other.tapId, 0))).toBe('picture-not-found');
    await pass();
    expect(await partsOf(other.eventId)).toBe(0);
  });

  test('[EYE26] pictures go with their event, an hour after it was deleted, and with the account of its owner', async () => {
    const { client, eventId, tapId } = await organise();
    expect(await change(client, eventId, { type: 'event.delete' })).toEqual(['accepted']);
    expect(await codeOf(client, picturePath(eventId, tapId, 0))).toBe('event-deleted');
    await pass();
    expect(await partsOf(eventId)).toBe(4);
    await pass(HOUR_MS + 60_000);
    expect(await partsOf(eventId)).toBe(0);

    const other = await organise();
    const { body } = await other.client.post(api.deleteAccount, { password: PASSWORD });
    expect(body).toMatchObject({ deleted: true });
    await server.upkeep.workOff('erasures');
    expect(await partsOf(other.eventId)).toBe(0);
    const rows = await server.db
      .selectFrom('finishPictures')
      .select('tapId')
      .where('eventId', '=', other.eventId)
      .execute();
    expect(rows).toEqual([]);
  });

  test('[EYE27] logs and figures name nobody and no picture', async () => {
    const { client, eventId, tapId } = await organise();
    await codeOf(client, picturePath(eventId, tapId, 0), 'PUT', Buffer.from('<script>'.padEnd(64)));
    expect(server.logged.join('\n')).not.toContain('Ada');
    expect(server.logged.join('\n')).not.toContain('<script>');
  });
});

test('[EYE25] an operator turns sharing off with a quota of nothing', async () => {
  const server = await startTestServer('sqlite', { environment: { PICTURE_QUOTA_MB: '0' } });
  const { client } = await arriveConfirmed(server);
  const { eventId, racerId } = await newRace(client);
  const finish = tap(eventId, 'finish', racerId);
  await client.post(api.commands, batchOf(tap(eventId, 'start', racerId), finish));
  const answer = await fetch(server.url + picturePath(eventId, finish.id), {
    method: 'PUT',
    headers: { cookie: client.cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify(factsAt(Date.now())),
  });
  expect(answer.status).toBe(501);
  await server.stop();
});
