import { type Result, ok, refuse } from '../../domain/result.ts';
import { type CallStatus, callStatusOf, type ErrorEntry, type Retry } from '../../protocol/error-entry.ts';
import type { ErrorAnswer, ErrorCode } from '../../protocol/errors.ts';
import { CALL_TIMEOUT_MS } from '../../protocol/limits.ts';
import { readErrors } from '../../protocol/read-errors.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../protocol/schema-version.ts';

export interface CallError {
  readonly code: ErrorCode;
  readonly status: CallStatus;
  readonly retry: Retry;
  /** Message for people; code never decides by it. */
  readonly message: string;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  /** The server, or a proxy before it, has answered. Absent where nothing came back. */
  readonly isAnswer?: true;
}

interface CallOptions {
  readonly timeoutMs?: number;
}

export type Call = <Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  options?: CallOptions,
) => Promise<Result<Answer, CallError>>;

/** `readErrors`, or all `errors`. A code outside them is read as its HTTP status says. */
export type KnownErrors = Readonly<
  Record<keyof typeof readErrors, ErrorEntry> & Partial<Record<ErrorCode, ErrorEntry>>
>;

export interface CallPorts {
  readonly errors: KnownErrors;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** The epoch changes whenever another user signs in: an old 401 must not sign out a user who has logged in since. */
  readonly epoch: () => number;
  readonly onUnauthenticated: () => void;
}

export function describeError(code: ErrorCode, { http, retry, text }: ErrorEntry): CallError {
  return { code, status: callStatusOf(http), retry, message: text };
}

/** A proxy or a captive portal answers in its own words: only the HTTP status is left to go by. */
function codeOfStatus(http: number): keyof typeof readErrors {
  const status = callStatusOf(http);
  if (Object.hasOwn(readErrors, status)) return status as keyof typeof readErrors;
  if (http === 429) return 'too-many-requests';
  return http >= 500 ? 'unavailable' : 'invalid-argument';
}

function readErrorAnswer(known: KnownErrors, body: unknown): ErrorAnswer['error'] | null {
  const error = (body as Partial<ErrorAnswer> | null | undefined)?.error;
  return typeof error?.message === 'string' && Object.hasOwn(known, error.code) ? error : null;
}

/** Error of an answer that is no success, from its status and its body, in the words of this page: the server's are English. */
export function readError(known: KnownErrors, http: number, answer: unknown): CallError {
  const told = readErrorAnswer(known, answer);
  const code = told?.code ?? codeOfStatus(http);
  return { ...told, ...describeError(code, known[code] ?? readErrors.unavailable) };
}

async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (problem) {
    if (signal.aborted) throw problem;
    return undefined;
  }
}

/** Calls never throw: every way to fail is a `CallError` with a code of the registry. */
export function createCall(ports: CallPorts): Call {
  const { errors } = ports;
  const fail = (code: 'unavailable' | 'deadline-exceeded') => refuse(describeError(code, errors[code]));
  return async <Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    options: CallOptions = {},
  ) => {
    const epoch = ports.epoch();
    const signal = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
    try {
      const response = await ports.fetch(path, {
        method,
        signal,
        headers: {
          accept: 'application/json',
          [SCHEMA_HEADER]: String(SCHEMA_VERSION),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await readJson(response, signal);
      if (response.ok) return answer === undefined ? fail('unavailable') : ok(answer as Answer);

      const isTold = readErrorAnswer(errors, answer) !== null;
      const error = readError(errors, response.status, answer);
      if (isTold && error.code === 'unauthenticated' && ports.epoch() === epoch) ports.onUnauthenticated();
      return refuse({ ...error, isAnswer: true });
    } catch {
      return fail(signal.aborted ? 'deadline-exceeded' : 'unavailable');
    }
  };
}
