import { ok, refuse, type Result } from '../../../domain/result.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../../protocol/schema-version.ts';
import { SERIES_KEY_HEADER, seriesPath } from '../../../protocol/series-paths.ts';
import type { SeriesAnswer, SeriesDocument } from '../../../protocol/series.ts';
import { type CallError, callErrorOf } from '../../session/api.ts';
import { errorIn } from '../../session/call-errors.ts';

const TIMEOUT_MS = 20_000;

interface Asked {
  readonly method?: 'PUT' | 'DELETE' | 'POST';
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** An answer that is on its way. */
  readonly first?: Promise<Response> | undefined;
}

/** `null`: the answer is the one that the asker has already. */
async function ask<Answer>(
  path: string,
  { method, body, headers, first }: Asked = {},
): Promise<Result<Answer | null, CallError>> {
  try {
    const response = await (first ??
      fetch(path, {
        method: method ?? 'GET',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          accept: 'application/json',
          [SCHEMA_HEADER]: String(SCHEMA_VERSION),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }));
    if (response.status === 304) return ok(null);
    const answer: unknown = await response.json().catch(() => undefined);
    return response.ok && answer !== undefined ? ok(answer as Answer) : refuse(errorIn(response.status, answer));
  } catch {
    return refuse(callErrorOf('unavailable'));
  }
}

/** The browser keeps the last answer and its ETag: where nothing has changed, nothing is sent again. */
export const readSeries = (seriesId: string, key: string | null, first?: Promise<Response>) =>
  ask<SeriesAnswer>(seriesPath(seriesId), { first, ...(key !== null && { headers: { [SERIES_KEY_HEADER]: key } }) });

export const saveSeries = (seriesId: string, version: number, document: SeriesDocument) =>
  ask<{ version: number }>(seriesPath(seriesId), { method: 'PUT', body: { version, document } });

export const deleteSeries = (seriesId: string) => ask<object>(seriesPath(seriesId), { method: 'DELETE' });

export const setLink = (seriesId: string, isOn: boolean) =>
  ask<{ linkKey: string | null }>(`${seriesPath(seriesId)}/link`, { method: 'POST', body: { isOn } });
