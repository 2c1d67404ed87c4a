import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '../../src/protocol/routes.ts';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { call, sendAll } from '../matrix/wire.ts';
import { eventCommand, tap } from '../support/commands.ts';
import { createRun, runsOf } from '../support/runs.ts';
import type { AttackCase } from './case.ts';
import { eventPath, newEmail, newRace, otherNode, PASSWORD, type Person, signUpConfirmed, trySend } from './people.ts';
import { readAllRows } from './stored-rows.ts';
import type { Target } from './target.ts';

interface Helped {
  readonly owner: Person;
  readonly helper: Person;
  readonly deviceId: string;
  readonly eventId: string;
  readonly invitedTo: string;
  readonly tapId: string;
  readonly sharedRunId: string;
}

/** A person who has helped at another's event, is invited to a second one, and has a run shared with them. */
async function helpOut(target: Target): Promise<Helped> {
  const owner = await signUpConfirmed(target, newEmail(), 'Olga Owner');
  const helper = await signUpConfirmed(target, newEmail(), `Hedwig ${randomUUID()}`);
  const [race, second] = [await newRace(target, owner), await newRace(target, owner)];
  const { eventId, racerId, keys } = race;
  const invite = (to: string) => eventCommand(to, { type: 'admin.invite', email: helper.email });
  await sendAll(target.url, owner.cookie, {}, invite(eventId), invite(second.eventId));
  const deviceId = randomUUID();
  const own = tap(eventId, 'start', racerId);
  await trySend(
    target,
    helper,
    [
      { ...eventCommand(eventId, { type: 'admin.join' }), deviceId },
      { ...own, deviceId },
    ],
    { [eventId]: keys.admin },
  );
  const { runId: sharedRunId } = await createRun(target, owner);
  await runsOf(target, owner).share(sharedRunId, helper.email);
  return { owner, helper, deviceId, eventId, invitedTo: second.eventId, tapId: own.id, sharedRunId };
}

const inText = (row: unknown): string => JSON.stringify(row);
/**
 * The ledger keeps the cause of each transfer for ever, by an id that nothing else contains after the erasure. The note
 * of an erasure stays an hour, so that requests that were under way under the old name are found too.
 */
const KEPT_TABLES = ['creditTransfers', 'erasures'];
/** The state of a mail is kept for a month, also of the goodbye mail. */
const isLastMail = (row: Readonly<Record<string, unknown>>): boolean => row['subject'] === 'Your account was deleted';

async function findTraces(
  target: Target,
  { owner, helper, deviceId, eventId, sharedRunId }: Helped,
): Promise<string[]> {
  const traces = { name: helper.username, address: helper.email, id: helper.userId, device: deviceId };
  const found: string[] = [];
  const look = (place: string, text: string) => {
    for (const [what, trace] of Object.entries(traces)) if (text.includes(trace)) found.push(`${what} in ${place}`);
  };
  for (const [table, rows] of await readAllRows(target)) {
    if (!KEPT_TABLES.includes(table))
      look(
        table,
        rows
          .filter((row) => !isLastMail(row))
          .map(inText)
          .join('\n'),
      );
  }
  const reads = [
    eventPath(api.event, eventId),
    eventPath(api.history, eventId),
    eventPath(api.people, eventId),
    runPaths.run.replace(':runId', sharedRunId),
  ];
  for (const path of reads)
    look(path.replace(eventId, '…'), (await call(otherNode(target).url, { path, cookie: owner.cookie })).text);
  return found;
}

/** Traces of a deleted account, and gaps in the download of its data. */
export const privacyCases: readonly AttackCase[] = [
  {
    id: '15a',
    severity: 'medium',
    title: 'What is left of somebody who helped at an event and deleted their account',
    isShort: true,
    onNodes: true,
    async run(target) {
      const helped = await helpOut(target);
      const { helper } = helped;
      const gone = await call(target.url, {
        path: api.deleteAccount,
        cookie: helper.cookie,
        body: { password: PASSWORD },
      });
      if (gone.status !== 200) throw new Error(`The account could not be deleted: ${gone.text}`);
      // The last mail is sent, and its row is then cleared.
      let found = await findTraces(target, helped);
      for (let round = 0; round < 50 && found.length > 0; round += 1) {
        await sleep(100);
        found = await findTraces(target, helped);
      }
      return {
        isOpen: found.length > 0,
        figure: `${found.length} traces${found.length > 0 ? `: ${found.join(', ')}` : ''}`,
      };
    },
  },
  {
    id: '15b',
    severity: 'medium',
    title: 'What the export of one’s data leaves out',
    isShort: true,
    async run(target) {
      const helped = await helpOut(target);
      const { text } = await call(target.url, { path: api.accountData, cookie: helped.helper.cookie });
      const wanted = {
        'taps in others’ events': helped.tapId,
        'events helped in': helped.eventId,
        invitations: helped.invitedTo,
        'runs shared with one': helped.sharedRunId,
      };
      const missing = Object.entries(wanted).flatMap(([what, part]) => (text.includes(part) ? [] : [what]));
      return {
        isOpen: missing.length > 0,
        figure: `${missing.length} of 4 missing${missing.length > 0 ? `: ${missing.join(', ')}` : ''}`,
      };
    },
  },
];
