import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../src/protocol/commands.ts';
import { systemClock } from '../../src/server/clock.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { deleteUser, insertUser } from '../../src/server/storage/users.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { commandMail } from '../support/command-mail.ts';
import { addRacers, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines, openTestStorage, quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';

/** Several pages of each kind, and a snapshot in the middle of one. */
const AT_ONCE = 30;
const TAPS = 80;
/** A snapshot is made after a batch, and these taps are the first batch: the last of them has the number 64. */
const UP_TO_SNAPSHOT = 61;

interface Race {
  readonly owner: string;
  readonly eventId: string;
  readonly racerIds: readonly [string, string];
  readonly taps: readonly Command[];
}

describe.each(engines)('verify on %s', (engine) => {
  let storage: Storage;
  let queue: ReturnType<typeof createCommandQueue>;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    const store = createCommandStore(storage, commandMail);
    queue = createCommandQueue({ gate: alwaysOpen, store, clock: systemClock, log: quiet, onCommitted: () => {} });
  });
  afterAll(() => storage.close());

  async function addUser(): Promise<string> {
    const id = randomUUID();
    const user = { id, name: '', email: `${id}@example.org`, passwordHash: '', accountId: id, now: 1 };
    await insertUser(storage.db, user);
    const gift = { userId: id, kind: 'grant', cause: `gift:${id}`, amount: 1000, now: 1 } as const;
    await storage.db.transaction().execute((trx) => giveCredits(trx, gift));
    return id;
  }

  async function send(userId: string, commands: readonly Command[]): Promise<void> {
    const sender = { userId, isAnonymous: false, verifiedEmail: 'ada@example.org', name: 'Ada', keys: {} };
    const answers = await queue.submit(commands.map((command) => ({ command, sender, observations: [] })));
    expect(answers.filter(({ status }) => status !== 'accepted')).toEqual([]);
  }

  async function race(taps: number): Promise<Race> {
    const owner = await addUser();
    const [eventId, one, other] = [randomUUID(), randomUUID(), randomUUID()];
    const recorded = Array.from({ length: taps }, (_, index) =>
      tap(eventId, index % 2 === 0 ? 'start' : 'finish', index % 4 < 2 ? one : other),
    );
    await send(owner, [
      createEvent(eventId),
      createRacer(one),
      createRacer(other),
      addRacers(eventId, one, other),
      eventCommand(eventId, { type: 'admin.invite', email: `helper-${eventId}@example.org` }),
      ...recorded.slice(0, UP_TO_SNAPSHOT),
    ]);
    await send(owner, [
      ...recorded.slice(UP_TO_SNAPSHOT),
      eventCommand(eventId, { type: 'tap.undo', tapId: recorded[0]!.id }),
      eventCommand(eventId, { type: 'event.rename', name: 'Wednesday 10' }),
    ]);
    return { owner, eventId, racerIds: [one, other], taps: recorded };
  }

  async function countRows(table: 'events' | 'changes' | 'results' | 'receipts' | 'racers'): Promise<number> {
    const { rows } = await sql<{ count: number | string }>`select count(*) as "count" from ${sql.table(table)}`.execute(
      storage.db,
    );
    return Number(rows[0]!.count);
  }

  test('everything that commands store verifies, whatever happened to it later', async () => {
    const { owner, eventId } = await race(TAPS);
    await send(owner, [
      eventCommand(randomUUID(), { type: 'event.duplicate', sourceId: eventId }),
      eventCommand(eventId, { type: 'event.delete' }),
    ]);
    const gone = await race(2);
    await deleteUser(storage.db, gone.owner);
    const [events, changes] = [await countRows('events'), await countRows('changes')];
    const [receipts, racers] = [await countRows('receipts'), await countRows('racers')];
    const results = await countRows('results');
    expect([events, results]).toEqual([2, 4]);
    const counts = { events, changes, results, receipts, racers };
    expect(await verifyLog(storage, AT_ONCE)).toEqual({ counts, findings: [] });
  });

  const bodyOf = (race: Race, seq: number) =>
    storage.db
      .selectFrom('changes')
      .select('body')
      .where('eventId', '=', race.eventId)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
  const change = (race: Race, seq: number, body: string) =>
    sql`update "changes" set "body" = ${body} where "eventId" = ${race.eventId} and "seq" = ${seq}`;
  const receipt = (commandId: string, outcome: object) =>
    sql`update "receipts" set "outcome" = ${JSON.stringify(outcome)} where "commandId" = ${commandId}`;
  const snapshot = (race: Race, state: RawBuilder<unknown>) =>
    sql`update "stateSnapshots" set "state" = ${state} where "eventId" = ${race.eventId}`;
  const column = (race: Race, set: RawBuilder<unknown>) => sql`update "events" set ${set} where "id" = ${race.eventId}`;

  /**
   * The taps of a race have the numbers from 4 on, and two changes come after them. A race of 80 taps has its snapshot
   * at 64, one of 6 its first snapshot.
   */
  const cases: readonly [
    title: string,
    taps: number,
    tamper: (race: Race) => Promise<RawBuilder<unknown>> | RawBuilder<unknown>,
    finding: RegExp,
  ][] = [
    [
      'a time that was changed in the log',
      80,
      async (race) => change(race, 10, (await bodyOf(race, 10)).body.replace(/"at":(\d+)/g, '"at":1$1')),
      /the log up to change 64 does not make its snapshot: taps differ/,
    ],
    [
      'a snapshot that was changed',
      80,
      (race) => snapshot(race, sql`replace("state", '"undone":false', '"undone":true')`),
      /does not make its snapshot: taps differ/,
    ],
    [
      'a log that ends before its snapshot',
      80,
      (race) => sql`delete from "changes" where "eventId" = ${race.eventId} and "seq" > 50`,
      /its snapshot is at change 64, its log ends at 50/,
    ],
    [
      'a tap that was given to another racer behind the last snapshot',
      6,
      async (race) => {
        const { body } = await bodyOf(race, 6);
        const racerId = race.racerIds.find((id) => !body.includes(id))!;
        return change(race, 6, body.replace(/"racerId":"[^"]+"/, `"racerId":"${racerId}"`));
      },
      /change 6 is not the tap that was sent/,
    ],
    [
      'a reading that was changed behind the last snapshot',
      6,
      async (race) => change(race, 8, (await bodyOf(race, 8)).body.replace(/"wall":\d/, '"wall":2')),
      /change 8 is not the tap that was sent/,
    ],
    [
      'a tap that nobody sent',
      6,
      (race) => sql`delete from "receipts" where "commandId" = ${race.taps[3]!.id}`,
      /change 7 is a tap that has no receipt/,
    ],
    ['a change that cannot be read', 6, (race) => change(race, 5, '{"seq":5'), /change 5 cannot be read/],
    [
      'a change from elsewhere',
      6,
      async (race) => change(race, 5, (await bodyOf(race, 6)).body),
      /change 5 says that it is change 6 of/,
    ],
    [
      'a missing number',
      6,
      (race) => sql`delete from "changes" where "eventId" = ${race.eventId} and "seq" = 5`,
      /change 5 is missing, the next one is 6/,
    ],
    [
      'a missing end',
      6,
      (race) => sql`delete from "changes" where "eventId" = ${race.eventId} and "seq" > 9`,
      /its log makes seq 9, stored is 11/,
    ],
    [
      'a log that is gone',
      6,
      (race) => sql`delete from "changes" where "eventId" = ${race.eventId}`,
      /it has no changes/,
    ],
    ['a wrong count', 6, (race) => column(race, sql`"finished" = 2`), /its log makes finished 1, stored is 2/],
    [
      'a wrong name',
      6,
      (race) => column(race, sql`"name" = 'Else'`),
      /its log makes name "Wednesday 10", stored is "Else"/,
    ],
    [
      'a wrong owner',
      6,
      (race) => column(race, sql`"ownerId" = ${other}`),
      /its log makes ownerId "\S+", stored is "\S+"/,
    ],
    ['a deletion', 6, (race) => column(race, sql`"deletedAt" = 5`), /its log makes deletedAt null, stored is 5/],
    [
      'a share',
      6,
      (race) => column(race, sql`"sharedGroupId" = 'g'`),
      /its log makes sharedGroupId null, stored is "g"/,
    ],
    ['a debt', 6, (race) => column(race, sql`"awaitingCredits" = 1`), /its log makes awaitingCredits 0, stored is 1/],
    ['a snapshot that cannot be read', 6, (race) => snapshot(race, sql`'{'`), /its snapshot cannot be read/],
    [
      'a missing admin',
      6,
      ({ eventId }) => sql`delete from "eventAdmins" where "eventId" = ${eventId} and "subject" like 'email:%'`,
      /email:helper-\S+@example.org runs it and is not listed/,
    ],
    [
      'an admin too many',
      6,
      (race) => sql`insert into "eventAdmins" ("eventId", "subject") values (${race.eventId}, 'user:eve')`,
      /user:eve is listed and does not run it/,
    ],
    [
      'a result that was changed',
      6,
      (race) =>
        sql`update "results" set "publishedMs" = 1 where "eventId" = ${race.eventId} and "publishedMs" is not null`,
      /its log makes for racer \S+, attempt 1 publishedMs \d+, stored is 1$/,
    ],
    [
      'a result whose status was changed',
      6,
      (race) => sql`update "results" set "status" = 'DSQ' where "racerId" = ${race.racerIds[0]}`,
      /its log makes for racer \S+, attempt 1 status "OK", stored is "DSQ"/,
    ],
    [
      'a result that is gone',
      6,
      (race) => sql`delete from "results" where "racerId" = ${race.racerIds[0]}`,
      /the result of racer \S+, attempt 1 is not stored/,
    ],
    [
      'a result too many',
      6,
      (
        race,
      ) => sql`insert into "results" ("eventId", "racerId", "attempt", "name", "publicName", "groups", "status", "splits", "penaltyMs", "seq")
        values (${race.eventId}, 'eve', 1, 'Eve', 'Eve', '[]', 'OK', '[]', 0, 1)`,
      /a result of racer eve, attempt 1 is stored, which its log does not make/,
    ],
    [
      'results that say they are ahead of the log',
      6,
      (race) => column(race, sql`"resultsSeq" = 99`),
      /its results say that they are complete up to change 99/,
    ],
    [
      'missing keys',
      6,
      (race) => sql`delete from "eventKeys" where "eventId" = ${race.eventId}`,
      /it has no guest keys/,
    ],
    [
      'a receipt that points past the log',
      6,
      ({ eventId, taps }) => receipt(taps[5]!.id, { status: 'accepted', eventId, firstSeq: 9, lastSeq: 12 }),
      /Receipt \S+ names change 12 of event \S+, which does not exist/,
    ],
    [
      "a receipt for somebody else's change",
      6,
      ({ eventId, taps }) => receipt(taps[5]!.id, { status: 'accepted', eventId, firstSeq: 5, lastSeq: 5 }),
      /Receipt \S+ names change 5 of event \S+, which another command made/,
    ],
    [
      'a missing racer',
      2,
      ({ racerIds }) => sql`delete from "racers" where "id" = ${racerIds[0]}`,
      /Receipt \S+ names racer \S+, who does not exist/,
    ],
    [
      'groups that cannot be read',
      2,
      ({ racerIds }) => sql`update "racers" set "groups" = '[' where "id" = ${racerIds[0]}`,
      /Racer \S+ has groups that cannot be read/,
    ],
    [
      'a racer who is neither paid for nor waiting',
      2,
      ({ racerIds }) => sql`update "racers" set "awaitingCredits" = 7 where "id" = ${racerIds[0]}`,
      /Racer \S+ is neither paid for nor waiting/,
    ],
  ];
  let other: string;

  test('every manual change of the database is noticed', async () => {
    other = await addUser();
    const tampered: { title: string; race: Race; finding: RegExp }[] = [];
    for (const [title, taps, tamper, finding] of cases) {
      const made = await race(taps);
      await (await tamper(made)).execute(storage.db);
      tampered.push({ title, race: made, finding });
    }
    const { findings } = await verifyLog(storage);
    const noticed = tampered.filter(({ race: { eventId, racerIds }, finding }) => {
      const about = findings.filter((text) => [eventId, ...racerIds].some((id) => text.includes(id)));
      return about.some((text) => finding.test(text));
    });
    expect(noticed.map(({ title }) => title)).toEqual(cases.map(([title]) => title));
  });
});
