import { randomUUID } from 'node:crypto';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { call } from '../matrix/wire.ts';
import { tap } from '../support/commands.ts';
import { detailsOf, runsOf, sourceOf } from '../support/runs.ts';
import type { AttackCase } from './case.ts';
import { arriveAsGuest, eventPath, newRace, type Person, signUpConfirmed, trySend } from './people.ts';
import { measurePlain, MOST_TIMES_PLAIN, shown } from './plain.ts';
import { askUnread } from './raw-http.ts';
import type { Target } from './target.ts';

const RUNS = 60;
const UNREAD = 6;
/** The longest allowed block, in plain pages: garbage collection blocks the process too. */
const MOST_HOLD = 2.5 * MOST_TIMES_PLAIN;
const TAPS = 10_000;
const BATCH = 100;

/** The largest document of a run: data from eight files. */
function largeDetails() {
  const breaks = Array.from({ length: 4_500 }, (_, index) => index * 100);
  const sources = Array.from({ length: 8 }, () => ({ ...sourceOf(500_000), breaks }));
  return detailsOf({ sources });
}

async function fillRuns(target: Target, owner: Person): Promise<void> {
  const runs = runsOf(target, owner);
  for (let index = 0; index < RUNS; index += 1) {
    const made = await runs.put(randomUUID(), { details: largeDetails() });
    if (made.status !== 200) throw new Error(`A run was refused: ${JSON.stringify(made.error)}`);
  }
}

/** Processor time of one request that is read to its end, and the length of the answer. */
async function readWhole(target: Target, { cookie }: Person, path: string): Promise<[ms: number, megabytes: number]> {
  let length = 0;
  const ms = await target.costMs(async () => {
    length = (await call(target.url, { path, cookie })).text.length;
  });
  return [ms, length / 1024 ** 2];
}

const unreadCase = (id: string, title: string, ...paths: string[]): AttackCase => ({
  id,
  severity: 'high',
  isAlone: true,
  title,
  async run(target) {
    const { url } = target;
    const owner = await signUpConfirmed(target);
    await fillRuns(target, owner);
    const plain = await measurePlain(target);
    const before = (await target.usage()).rss;
    await target.watch();
    const asked = target.costMs(async () => {
      const sockets = await Promise.all(
        Array.from({ length: UNREAD }, () =>
          paths.map((path) => askUnread(url, path, { cookie: owner.cookie })),
        ).flat(),
      );
      await target.quiet();
      for (const socket of sockets) socket.destroy();
    });
    const peak = await target.peakWhile(asked);
    const cost = await asked;
    const { longestHoldMs } = await target.usage();
    const times = longestHoldMs / plain;
    const [read, megabytes] = await readWhole(target, owner, paths[0]!);
    const figure =
      `${shown(cost)} ms of processor time for ${UNREAD} unread, ${Math.round((peak - before) / 1024 ** 2)} MB; ` +
      `everybody waits for ${shown(longestHoldMs)} ms of it at once, ${shown(times)} × a plain page; ` +
      `read whole: ${shown(read)} ms for ${shown(megabytes)} MB`;
    return { isOpen: times > MOST_HOLD || read / Math.max(1, megabytes) / plain > MOST_TIMES_PLAIN * 2, figure };
  },
});

/** Attacks whose cost grows with the stored data of an account. */
export const largeCases: readonly AttackCase[] = [
  unreadCase('4a', 'The list of 60 large runs, asked for six times and not read', runPaths.runs, runPaths.list),
  unreadCase('4b', 'The data of an account with 60 large runs, asked for six times and not read', api.accountData),
  {
    id: '7',
    severity: 'medium',
    isAlone: true,
    title: 'Reads of the largest event that a free account can make',
    async run(target) {
      const { url } = target;
      const plain = await measurePlain(target);
      const owner = await signUpConfirmed(target);
      const { eventId, racerId, keys } = await newRace(target, owner);
      let taken = 0;
      for (let sent = 0; sent < TAPS; sent += BATCH) {
        const answers = await trySend(
          target,
          owner,
          Array.from({ length: BATCH }, () => tap(eventId, 'start', racerId)),
        );
        taken += answers.filter(({ status }) => status === 'accepted').length;
        if (answers.some(({ status }) => status === 'refused')) break;
      }
      const guest = await arriveAsGuest(target);
      const path = eventPath(api.event, eventId);
      const reads = {
        'without a key': () => call(url, { path }),
        'with a wrong key': () => call(url, { path: `${path}?key=${randomUUID().slice(0, 8)}` }),
        'with a key': () => call(url, { path: `${path}?key=${encodeURIComponent(keys.viewer)}` }),
        "a guest's page": () => call(url, { path: guestPath(eventId, 'viewer', keys.viewer), cookie: guest.cookie }),
      };
      const seen: string[] = [];
      let isOpen = false;
      for (const [name, read] of Object.entries(reads)) {
        await read();
        const times = (await target.costMs(async () => void (await read(), await read(), await read()))) / 3 / plain;
        isOpen ||= times > MOST_TIMES_PLAIN;
        seen.push(`${name} ${shown(times)} ×`);
      }
      return { isOpen, figure: `${taken} taps taken; of a plain page: ${seen.join(', ')}` };
    },
  },
];
