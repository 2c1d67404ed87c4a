import { request } from 'node:http';
import type { Socket } from 'node:net';
import { pack } from '../../src/telemetry/domain/pack.ts';
import type { Samples } from '../../src/telemetry/domain/recording.ts';
import { api } from '../../src/protocol/routes.ts';
import { RUN_KEY_HEADER, runPaths } from '../../src/telemetry/protocol/runs.ts';
import { call, newAddress } from '../matrix/wire.ts';
import { createRun, HOME, runPath, runsOf } from '../support/runs.ts';
import type { AttackCase } from './case.ts';
import { signUp, signUpConfirmed } from './people.ts';
import { askUnread, pipeline, requestText } from './raw-http.ts';
import type { Target } from './target.ts';

const MEGABYTE = 1024 ** 2;
const SAMPLES = 300_000;
const AT_ONCE = 40;
const HUNG_UP = 12;
const UNREAD = 20;
/** The most copies of one recording in memory: the threads hold several, and the answers wait to be sent. */
const MOST_COPIES = 16;
const ONCE_AND_A_BIT = 4;
const PATIENCE_MS = 15_000;

const megabytes = (bytes: number): string => `${Math.max(0, Math.round(bytes / MEGABYTE))} MB`;

/** Large samples, with places that have to be removed for visitors by link. */
function largeSamples(): Uint8Array<ArrayBuffer> {
  const column = (value: (index: number) => number) =>
    Float64Array.from({ length: SAMPLES }, (_, index) => value(index));
  const channels: Samples['channels'] = {
    lat: column((index) => HOME[0] + index * 1e-7),
    lon: column(() => HOME[1]),
    elevation: column((index) => index % 1000),
    speed: column((index) => index % 50),
    distance: column((index) => index),
    heartRate: column((index) => 100 + (index % 50)),
    cadence: column((index) => index % 100),
    power: column((index) => index % 400),
  };
  return pack({ time: column((index) => index / 10), channels });
}

interface Shared {
  readonly path: string;
  readonly size: number;
  headers(): Record<string, string>;
}

/** A run that every visitor with its link may see, without hidden places. */
async function shareByLink(target: Target): Promise<Shared> {
  const owner = await signUpConfirmed(target);
  const bytes = largeSamples();
  const { runId, sourceId } = await createRun(target, owner, { hidesPositions: true }, bytes);
  const runs = runsOf(target, owner);
  await runs.saveZones([{ name: 'Home', at: HOME, radius: 500 }]);
  const key = (await runs.setLink(runId, true)).run?.sharing?.linkKey ?? '';
  return {
    path: runPath(runPaths.samples, runId, sourceId),
    size: bytes.length,
    headers: () => ({ [RUN_KEY_HEADER]: key, 'x-forwarded-for': newAddress() }),
  };
}

/** Sends a request, and closes the connection after a moment if there is no answer yet. */
async function askBriefly(url: string, path: string, headers: Record<string, string>, ms: number): Promise<number> {
  const asked = request(url + path, { headers, agent: false });
  asked.on('error', () => undefined);
  asked.end();
  const timer = setTimeout(() => asked.destroy(), ms);
  const status = new Promise<number>((resolve) => {
    asked.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    asked.on('close', () => resolve(0));
  });
  const answered = await status;
  clearTimeout(timer);
  return answered;
}

const endAll = (sockets: readonly Socket[]): void => sockets.forEach((socket) => socket.destroy());

/** Attacks that make the server hold memory or do work for clients that do not read the answer. */
export const memoryCases: readonly AttackCase[] = [
  {
    id: '3a',
    severity: 'high',
    isAlone: true,
    title: 'Samples by link, 40 requests at once, nobody signed in',
    async run(target) {
      const { path, size, headers } = await shareByLink(target);
      const before = (await target.usage()).rss;
      const asked = Array.from({ length: AT_ONCE }, () => askBriefly(target.url, path, headers(), PATIENCE_MS));
      const answers = Promise.all(asked);
      const peak = await target.peakWhile(answers);
      const statuses = await answers;
      const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
      const figure =
        `${megabytes(before)} to ${megabytes(peak)} of memory for ${megabytes(size)}, ` +
        `${count(200)} of ${AT_ONCE} served, ${count(503)} turned away, ${count(0)} left`;
      return { isOpen: peak - before > MOST_COPIES * size, figure };
    },
  },
  {
    id: '3b',
    severity: 'high',
    isAlone: true,
    title: 'Samples by link, asked for and hung up',
    async run(target) {
      const [first, second] = [await shareByLink(target), await shareByLink(target)];
      const one = await target.costMs(() => call(target.url, { path: first.path, headers: first.headers() }));
      const all = await target.costMs(async () => {
        const asked = Array.from({ length: HUNG_UP }, () => askBriefly(target.url, second.path, second.headers(), 40));
        await Promise.all(asked);
        await target.quiet();
      });
      const figure = `${Math.round(all)} ms of processor time for ${HUNG_UP} hung up; one that is read takes ${Math.round(one)} ms`;
      return { isOpen: all > ONCE_AND_A_BIT * one, figure };
    },
  },
  {
    id: '3c',
    severity: 'high',
    isAlone: true,
    title: 'Samples by link, asked for and never read',
    async run(target) {
      const { path, size, headers } = await shareByLink(target);
      await call(target.url, { path, headers: headers() });
      const before = await target.heldBytes();
      const sockets = await Promise.all(Array.from({ length: UNREAD }, () => askUnread(target.url, path, headers())));
      await target.quiet();
      const held = (await target.heldBytes()) - before;
      endAll(sockets);
      const figure = `${megabytes(held)} held for ${UNREAD} readers, ${megabytes(size)} each`;
      return { isOpen: held > MOST_COPIES * size * 0.5, figure };
    },
  },
  {
    id: '21',
    severity: 'low',
    isAlone: true,
    title: 'One session with thousands of different Cookie headers',
    isShort: true,
    async run(target) {
      const { url } = target;
      const { cookie } = await signUp(target);
      const [connections, requests] = [10, 150];
      const filler = 'f'.repeat(12_000);
      const before = await target.heldBytes();
      for (let round = 0; round < connections; round += 1) {
        const texts = Array.from({ length: requests }, (_, index) =>
          requestText(url, api.account, { cookie: `${cookie}; pad=${round}-${index}-${filler}` }),
        );
        await pipeline(url, texts);
      }
      const held = (await target.heldBytes()) - before;
      const figure = `${megabytes(held)} kept after ${connections * requests} requests of one session`;
      return { isOpen: held > 5 * MEGABYTE, figure };
    },
  },
];
