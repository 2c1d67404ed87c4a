import { ok, type Result } from '../../../domain/result.ts';
import { errors } from '../../../protocol/errors.ts';
import {
  type PrivacyZone,
  RUN_KEY_HEADER,
  type Run,
  type RunAnswer,
  type RunChange,
  type RunPage,
  runPaths,
  type SharedRunAnswer,
  type SharedRunPage,
} from '../../protocol/runs.ts';
import { callErrorOf } from '../../../client/session/call-errors.ts';
import { type CallError, createCall } from '../../../client/session/create-call.ts';

/** The server calls about runs. */
export interface RunCalls {
  /** One page: the first, or the one after the page whose `next` this is. `known`: the version of the stored list. */
  list(after: string | null, known?: string): Promise<Result<RunPage, CallError>>;
  listShared(after: string | null): Promise<Result<SharedRunPage, CallError>>;
  answer(runId: string, answer: SharedRunAnswer): Promise<Result<unknown, CallError>>;
  block(ownerId: string, isBlocked: boolean): Promise<Result<unknown, CallError>>;
  read(runId: string, key: string | null): Promise<Result<Run, CallError>>;
  put(runId: string, change: RunChange): Promise<Result<Run, CallError>>;
  readSamples(runId: string, sourceId: string, key: string | null): Promise<Result<Uint8Array, CallError>>;
  putSamples(runId: string, sourceId: string, bytes: Uint8Array): Promise<Result<unknown, CallError>>;
  share(runId: string, email: string): Promise<Result<unknown, CallError>>;
  unshare(runId: string, email: string): Promise<Result<unknown, CallError>>;
  setLink(runId: string, isOn: boolean): Promise<Result<unknown, CallError>>;
  readZones(): Promise<Result<readonly PrivacyZone[], CallError>>;
  saveZones(zones: readonly PrivacyZone[]): Promise<Result<unknown, CallError>>;
}

interface Sent {
  readonly method?: 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Takes the bytes of an answer that is not JSON. */
  readonly onBytes?: (bytes: Uint8Array) => void;
}

/** Calls with the headers and bytes that only runs need. They are made in the background and sign nobody out. */
function callWith({ headers, onBytes, ...sent }: Sent) {
  return createCall({
    errors,
    async fetch(path, init) {
      const response = await fetch(path, {
        ...init,
        ...sent,
        headers: { ...(init.headers as Record<string, string>), ...headers },
      });
      if (onBytes === undefined || !response.ok) return response;
      onBytes(new Uint8Array(await response.arrayBuffer()));
      return Response.json({});
    },
    epoch: () => 0,
    onUnauthenticated: () => undefined,
  });
}

const keyed = (key: string | null): Sent => (key === null ? {} : { headers: { [RUN_KEY_HEADER]: key } });
const call = callWith({});
const putCall = callWith({ method: 'PUT' });

const pathOf = (path: string, runId: string, sourceId = ''): string =>
  path.replace(':runId', encodeURIComponent(runId)).replace(':sourceId', encodeURIComponent(sourceId));

/** A captive portal answers with 200 as well: an answer without the expected field is an error. */
function pick<Answer extends object, Name extends keyof Answer>(
  answer: Result<Answer, CallError>,
  name: Name,
): Result<Answer[Name], CallError> {
  if (!answer.ok) return answer;
  const value = (answer.value as Partial<Answer> | null)?.[name];
  return value === undefined ? { ok: false, error: callErrorOf('unavailable') } : ok(value);
}

async function askPage<Page extends { readonly runs: readonly unknown[] }>(
  path: string,
  after: string | null,
  known?: string,
): Promise<Result<Page, CallError>> {
  const query = new URLSearchParams({ ...(after !== null && { after }), ...(known !== undefined && { known }) });
  const answer = await call<Page>('GET', query.size === 0 ? path : `${path}?${query.toString()}`);
  const runs = pick(answer, 'runs');
  return runs.ok ? answer : runs;
}

export const runCalls: RunCalls = {
  list: (after, known) => askPage<RunPage>(runPaths.list, after, known),
  listShared: (after) => askPage<SharedRunPage>(runPaths.shared, after),
  answer: (runId, answer) => call('POST', pathOf(runPaths.sharedRun, runId), { answer }),
  block: (ownerId, isBlocked) => call('POST', runPaths.owners, { ownerId, isBlocked }),
  read: async (runId, key) => pick(await callWith(keyed(key))<RunAnswer>('GET', pathOf(runPaths.run, runId)), 'run'),
  put: async (runId, change) => pick(await putCall<RunAnswer>('POST', pathOf(runPaths.run, runId), change), 'run'),
  async readSamples(runId, sourceId, key) {
    let bytes = new Uint8Array();
    const reading = callWith({ ...keyed(key), onBytes: (read) => (bytes = new Uint8Array(read)) });
    const answer = await reading('GET', pathOf(runPaths.samples, runId, sourceId));
    return answer.ok ? ok(bytes) : answer;
  },
  putSamples: (runId, sourceId, bytes) => {
    const headers = { 'content-type': 'application/octet-stream' };
    return callWith({ method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> })(
      'POST',
      pathOf(runPaths.samples, runId, sourceId),
    );
  },
  share: (runId, email) => call('POST', pathOf(runPaths.shares, runId), { email }),
  unshare: (runId, email) => call('POST', pathOf(runPaths.unshare, runId), { email }),
  setLink: (runId, isOn) => call('POST', pathOf(runPaths.link, runId), { isOn }),
  readZones: async () => pick(await call<{ zones: readonly PrivacyZone[] }>('GET', runPaths.zones), 'zones'),
  saveZones: (zones) => putCall('POST', runPaths.zones, { zones }),
};
