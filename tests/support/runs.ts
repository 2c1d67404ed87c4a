import { randomUUID } from 'node:crypto';
import { pack } from '../../src/telemetry/domain/pack.ts';
import type { Samples } from '../../src/telemetry/domain/recording.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import {
  type AlignedSource,
  type OwnRunSummary,
  type Run,
  type RunAnswer,
  type RunChange,
  type RunDetails,
  type RunList,
  type RunPage,
  RUN_KEY_HEADER,
  runPaths,
  type RunVideo,
  type SharedRunAnswer,
  type SharedRunPage,
} from '../../src/telemetry/protocol/runs.ts';
import type { TestClient, TestServer } from './running-server.ts';

export const HOME: readonly [lat: number, lon: number] = [46.95, 7.44];

const alignment = { offset: 0, method: 'same-file', confidence: 1, uncertaintySeconds: 0 } as const;

export function sourceOf(count: number, id: string = randomUUID()): AlignedSource {
  return {
    id,
    kind: 'gpx',
    fileName: 'morning.gpx',
    device: null,
    count,
    channels: ['lat', 'lon', 'heartRate'],
    breaks: [0],
    laps: [],
    clocks: [],
    warnings: [],
    alignment,
  };
}

export function videoOf(uploadIds: string[] = [], id: string = randomUUID()): RunVideo {
  const chapter = { fileName: 'GX010001.MP4', size: 1000, fingerprint: 'abc', duration: 60 };
  return { id, chapters: [chapter], framesPerSecond: 30, alignment, uploadIds };
}

export function detailsOf(given: Partial<RunDetails> = {}): RunDetails {
  return {
    name: 'Morning lap',
    timestamp: 1_700_000_000,
    distance: 1000,
    duration: 100,
    outline: [],
    sources: [],
    videos: [],
    gates: { start: null, finish: null },
    race: null,
    hidesPositions: false,
    ...given,
  };
}

/** A track from home to the north, about ten metres each second. */
export function samplesOf(count: number): Samples {
  const column = (value: (index: number) => number) => Float64Array.from({ length: count }, (_, index) => value(index));
  return {
    time: column((index) => index),
    channels: {
      lat: column((index) => HOME[0] + index * 1e-4),
      lon: column(() => HOME[1]),
      heartRate: column((index) => 100 + (index % 50)),
    },
  };
}

export const packedSamples = (count: number): Uint8Array<ArrayBuffer> => pack(samplesOf(count));

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

export function request(
  { url }: Pick<TestServer, 'url'>,
  client: Pick<TestClient, 'cookie'>,
  path: string,
  { method = 'GET', body, bytes, headers = {} }: Sent = {},
): Promise<Response> {
  const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
  return fetch(url + path, {
    method,
    headers: { cookie: client.cookie, ...(content !== undefined && { 'content-type': type }), ...headers },
    ...(content !== undefined && { body: content }),
  });
}

export const runPath = (path: string, runId: string, sourceId = ''): string =>
  path.replace(':runId', runId).replace(':sourceId', sourceId);

export type Answered = { status: number } & Partial<RunAnswer & ErrorAnswer>;

const answered = async (response: Response): Promise<Answered> => ({
  ...((await response.json()) as RunAnswer & ErrorAnswer),
  status: response.status,
});

/** One person's calls about runs. */
export function runsOf(server: Pick<TestServer, 'url'>, client: Pick<TestClient, 'cookie'>) {
  const ask = (path: string, sent?: Sent) => request(server, client, path, sent);
  const keyed = (key?: string) => (key === undefined ? {} : { headers: { [RUN_KEY_HEADER]: key } });
  return {
    ask,
    /** All pages of the list. */
    async list(): Promise<readonly OwnRunSummary[]> {
      const runs: OwnRunSummary[] = [];
      let after: string | null = '';
      while (after !== null) {
        const page = (await (await ask(runPaths.list + (after && `?after=${after}`))).json()) as RunPage;
        runs.push(...page.runs);
        after = page.next;
      }
      return runs;
    },
    listWhole: async (): Promise<readonly Run[]> => ((await (await ask(runPaths.runs)).json()) as RunList).runs,
    /** Shared runs of others: the first page. */
    shared: async () => (await (await ask(runPaths.shared)).json()) as Required<SharedRunPage>,
    answer: async (runId: string, answer: SharedRunAnswer) =>
      answered(await ask(runPath(runPaths.sharedRun, runId), { method: 'POST', body: { answer } })),
    block: async (ownerId: string, isBlocked: boolean) =>
      answered(await ask(runPaths.owners, { method: 'POST', body: { ownerId, isBlocked } })),
    read: async (runId: string, key?: string) => answered(await ask(runPath(runPaths.run, runId), keyed(key))),
    put: async (runId: string, change: Partial<RunChange> & { details: RunDetails }, query = '') =>
      answered(
        await ask(runPath(runPaths.run, runId) + query, {
          method: 'PUT',
          body: { basedOn: null, isDeleted: false, ...change },
        }),
      ),
    putSamples: (runId: string, sourceId: string, bytes: Uint8Array<ArrayBuffer>, headers = {}) =>
      ask(runPath(runPaths.samples, runId, sourceId), { method: 'PUT', bytes, headers }),
    readSamples: async (runId: string, sourceId: string, key?: string) =>
      ask(runPath(runPaths.samples, runId, sourceId), keyed(key)),
    share: async (runId: string, email: string) =>
      answered(await ask(runPath(runPaths.shares, runId), { method: 'POST', body: { email } })),
    unshare: async (runId: string, email: string) =>
      answered(await ask(runPath(runPaths.unshare, runId), { method: 'POST', body: { email } })),
    setLink: async (runId: string, isOn: boolean) =>
      answered(await ask(runPath(runPaths.link, runId), { method: 'POST', body: { isOn } })),
    saveZones: (zones: unknown) => ask(runPaths.zones, { method: 'PUT', body: { zones } }),
  };
}

/** A run with one source, and with samples on request. */
export async function createRun(
  server: Pick<TestServer, 'url'>,
  client: Pick<TestClient, 'cookie'>,
  given: Partial<RunDetails> = {},
  samples?: Uint8Array<ArrayBuffer>,
): Promise<{ runId: string; sourceId: string; details: RunDetails }> {
  const runId = randomUUID();
  const source = sourceOf(100);
  const details = detailsOf({ sources: [source], ...given });
  const runs = runsOf(server, client);
  const made = await runs.put(runId, { details });
  if (made.status !== 200) throw new Error(`The run was refused: ${JSON.stringify(made)}`);
  if (samples !== undefined) {
    const stored = await runs.putSamples(runId, source.id, samples);
    if (stored.status !== 200) throw new Error(`The samples were refused: ${await stored.text()}`);
  }
  return { runId, sourceId: source.id, details };
}
