import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, tap } from '../support/commands.ts';
import { arrive } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer } from '../support/running-server.ts';

test('[UK2] while PostgreSQL stores nothing, taps beyond the bound are answered with Retry-After, and none is lost', async () => {
  const server = await startTestServer('postgres', { mostWaiting: { commands: 4 } });
  const { client } = await arrive(server);
  const { eventId, racerId } = await newRace(client);
  const taps = Array.from({ length: 20 }, () => tap(eventId, 'start', racerId));
  const send = (command: (typeof taps)[number]) =>
    client.post<CommandAnswers & ErrorAnswer>(api.commands, batchOf(command));
  const waiting = await server.db.transaction().execute(async (trx) => {
    await sql`lock table "changes" in access exclusive mode`.execute(trx);
    const sent = taps.map((command) => ({ command, answer: send(command) }));
    // On a slow machine the first of them have waited in vain for the table before the last arrive.
    const full = await Promise.any(
      sent.map(async ({ answer }) => {
        const { status, body, headers } = await answer;
        if (status === 200) throw new Error('This one waited');
        return { status, body, headers };
      }),
    );
    expect(full).toMatchObject({ status: 503, body: { error: { code: 'unavailable', retryAfterSeconds: 5 } } });
    expect(full.headers.get('retry-after')).toBe('5');
    return sent;
  });
  const answers = await Promise.all(waiting.map(({ answer }) => answer));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  // Commands are sent again until each is answered, as devices do.
  for (const command of taps) expect((await send(command)).body.answers[0]!.status).toBe('accepted');
  const stored = await server.db.selectFrom('changes').select('body').where('eventId', '=', eventId).execute();
  const tapped = stored.map(({ body }) => (JSON.parse(body) as { commandId: string }).commandId);
  expect(tapped.filter((id) => taps.some((each) => each.id === id)).toSorted()).toEqual(
    taps.map(({ id }) => id).toSorted(),
  );
  await server.stop();
});
