import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import { usage } from '../../src/server/admin/commands.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { newPerson, PASSWORD, snapshot } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', { environment: { SIGNUP_REVIEW: 'true' } });
});
afterAll(() => server.stop());

const admin = (...words: string[]) => askRunningServer(server.dataDir, words);

async function arriveAccepted() {
  const client = server.client();
  const person = newPerson();
  await client.post(api.signUp, person);
  await admin('accept', person.email);
  await client.post(api.login, { email: person.email, password: PASSWORD });
  return { client, person };
}

test('accept lets an account in, suspend keeps it out and ends its sessions', async () => {
  const { client, person } = await arriveAccepted();
  expect((await client.boot()).viewer.kind).toBe('user');
  expect(await admin('suspend', person.email.toUpperCase())).toMatchObject({ ok: true });
  expect((await client.boot()).viewer.kind).toBe('nobody');
  expect((await client.post(api.login, { email: person.email, password: PASSWORD })).body.error.code).toBe(
    'not-accepted',
  );
});

test('grant gives credits through the ledger, and the person sees them', async () => {
  const { client, person } = await arriveAccepted();
  expect(await admin('grant', person.email, '50')).toEqual({ ok: true, text: `${person.email} has 150 credits.` });
  expect((await client.boot()).viewer).toMatchObject({ credits: 150 });
});

test('reset-password mails a link and shows the same one', async () => {
  const { person } = await arriveAccepted();
  const answer = await admin('reset-password', person.email);
  const mail = await waitForMail(server.dataDir, ({ to, subject }) => to === person.email && /Reset/.test(subject));
  expect(answer?.text).toContain(linkIn(mail, '/reset-password').href);
});

test('list shows every account, and no name can move the cursor', async () => {
  const person = newPerson();
  await server.client().post(api.signUp, person);
  const { id } = await server.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  await server.db.updateTable('profiles').set({ username: 'Eve\u001B[2J' }).where('userId', '=', id).execute();
  const answer = await admin('list');
  expect(answer?.text).toMatch(new RegExp(`${person.email} .* waiting +100 `));
  expect(answer?.text).not.toContain('\u001B');
});

test.each([
  [[], usage],
  [['fly'], usage],
  [['accept'], usage],
  [['toString', 'x@example.org'], usage],
  [['accept', 'nobody@example.org'], 'There is no account with the email nobody@example.org.'],
])('%j is refused with a sentence that helps', async (words, text) => {
  const before = await snapshot(server);
  expect(await admin(...words)).toEqual({ ok: false, text });
  expect(await snapshot(server)).toEqual(before);
});

test.each(['0', '-5', '1.5', 'many', '99999999999'])('grant refuses %s credits', async (amount) => {
  const { person } = await arriveAccepted();
  expect(await admin('grant', person.email, amount)).toMatchObject({ ok: false });
});

test('without a running server nothing answers on the socket', async () => {
  expect(await askRunningServer(`${server.dataDir}/nowhere`, ['list'])).toBeUndefined();
});
