import { createHash } from 'node:crypto';
import { api } from '../../src/protocol/routes.ts';
import type { TestClient, TestServer } from './running-server.ts';

export const PASSWORD = 'correct horse battery';

let people = 0;

export function newPerson(): { username: string; email: string; password: string } {
  people += 1;
  return { username: `Person ${people}`, email: `person-${people}@example.org`, password: PASSWORD };
}

/** Signs up and logs in. */
export async function arrive(
  server: Pick<TestServer, 'client'>,
): Promise<{ client: TestClient; person: ReturnType<typeof newPerson> }> {
  const client = server.client();
  const person = newPerson();
  const created = await client.post(api.signUp, person);
  if (created.status !== 200) throw new Error(`Sign-up was refused: ${JSON.stringify(created.body)}`);
  const session = await client.post(api.login, { email: person.email, password: person.password });
  if (session.status !== 200) throw new Error(`Login was refused: ${JSON.stringify(session.body)}`);
  return { client, person };
}

/** Sets the address as confirmed without the mail and its button, which tests/http/mailbox.test.ts covers. */
export async function confirmAddress(
  { db, storage }: Pick<TestServer, 'db' | 'storage'>,
  email: string,
): Promise<void> {
  await db
    .updateTable('user')
    .set({ emailVerified: storage.engine === 'sqlite' ? 1 : true })
    .where('email', '=', email)
    .execute();
}

/** Signs up, logs in, and confirms the address. */
export async function arriveConfirmed(server: Pick<TestServer, 'client' | 'db' | 'storage'>) {
  const arrived = await arrive(server);
  await confirmAddress(server, arrived.person.email);
  return arrived;
}

const tables = [
  'user',
  'session',
  'account',
  'verification',
  'profiles',
  'shareGroups',
  'creditAccounts',
  'creditTransfers',
  'payments',
] as const;

/**
 * A fingerprint of every table, to show that a refused request changed nothing. Mail is left out, because a mail may be
 * sent meanwhile.
 */
export async function snapshot({ db }: TestServer): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const table of tables) prints[table] = printOf(await db.selectFrom(table).selectAll().execute());
  prints['mail'] = printOf(await db.selectFrom('mail').select(['id', 'to', 'subject']).execute());
  return prints;
}

function printOf(rows: readonly object[]): string {
  const sorted = rows.map((row) => JSON.stringify(row)).toSorted();
  return `${rows.length} rows ${createHash('sha256').update(sorted.join('\n')).digest('hex').slice(0, 12)}`;
}
