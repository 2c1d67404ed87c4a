import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import { call, sendAll } from '../matrix/wire.ts';
import { addRacers, createEvent, createRacer, tap } from '../support/commands.ts';
import { until } from '../support/purchases.ts';
import { type AttackCase, THIRD_ATTACK } from './case.ts';
import { type Person, signUpConfirmed } from './people.ts';
import type { Target } from './target.ts';
import { MAX_WEBHOOKS } from '../../src/protocol/limits.ts';

/** Just below the time after which an attempt has failed: no back-off ever begins. */
const SLOW_MS = 9_500;
const ATTACKERS = 2;
const RESULTS = 20;
const HONEST_RESULTS = 5;
/** Answers of slow receivers that others may have to wait for: less than one for each slot of the server. */
const MOST_ANSWERS = 7;
const AT = 1_800_000_000_000;

/** A receiver of messages that answers after a while, and counts. */
async function startReceiver(answerMs: number) {
  const seen = { calls: 0, answers: 0, mostAtOnce: 0 };
  const server = createServer((request, response) => {
    request.resume();
    seen.calls += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.calls - seen.answers);
    setTimeout(() => {
      seen.answers += 1;
      response.end();
    }, answerMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function addWebhook({ url }: Target, { cookie }: Person, receiver: string): Promise<void> {
  const made = await call(url, { path: api.createWebhook, cookie, body: { url: receiver, kinds: ['result'] } });
  if (made.status !== 200) throw new Error(`A webhook was refused: ${made.text}`);
}

/** An event of this person, and a way to finish one racer after the other. */
async function beginRace({ url }: Target, { cookie }: Person, racers: number) {
  const eventId = randomUUID();
  const racerIds = Array.from({ length: racers }, () => randomUUID());
  const made = [createEvent(eventId), ...racerIds.map((id) => createRacer(id)), addRacers(eventId, ...racerIds)];
  await sendAll(url, cookie, {}, ...made);
  return async (): Promise<void> => {
    const racerId = racerIds.pop()!;
    const at = (ms: number) => ({ at: epochMs(AT + ms) });
    await sendAll(url, cookie, {}, tap(eventId, 'start', racerId, at(0)), tap(eventId, 'finish', racerId, at(60_000)));
  };
}

/** Attacks by which one account takes more than its part of what all accounts share. */
export const shareCases: readonly AttackCase[] = [
  {
    id: '53',
    severity: 'medium',
    isAlone: true,
    onNodes: true,
    env: { WEBHOOKS_TO_PRIVATE_NETWORKS: 'true' },
    title: `Receivers of ${ATTACKERS} accounts that answer late, and another account's webhook`,
    found: THIRD_ATTACK,
    async run(target) {
      const slow = await startReceiver(SLOW_MS);
      const quick = await startReceiver(0);
      try {
        const honest = await signUpConfirmed(target);
        await addWebhook(target, honest, quick.url);
        const finishHonest = await beginRace(target, honest, HONEST_RESULTS);
        for (let each = 0; each < ATTACKERS; each += 1) {
          const attacker = await signUpConfirmed(target);
          for (let hook = 0; hook < MAX_WEBHOOKS; hook += 1) await addWebhook(target, attacker, slow.url);
          const finish = await beginRace(target, attacker, RESULTS);
          for (let result = 0; result < RESULTS; result += 1) await finish();
        }
        // Every slot that the attackers can get is taken again at the end of a slow answer.
        await until(async () => slow.seen.answers > 0);
        const before = slow.seen.answers;
        const waited = () => slow.seen.answers - before;
        let arrived = 0;
        for (; arrived < HONEST_RESULTS; arrived += 1) {
          await finishHonest();
          await until(async () => quick.seen.calls > arrived || waited() > MOST_ANSWERS);
          if (quick.seen.calls <= arrived) break;
        }
        const figure =
          `${arrived} of ${HONEST_RESULTS} messages of the other account arrived during ${waited()} slow answers; ` +
          `${slow.seen.mostAtOnce} slow calls at once`;
        return { isOpen: arrived < HONEST_RESULTS, figure };
      } finally {
        slow.stop();
        quick.stop();
      }
    },
  },
];
