import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { callStatusOf } from '../../protocol/error-entry.ts';
import { type ErrorAnswer, type ErrorCode, errors } from '../../protocol/errors.ts';
import type { AppContext } from './context.ts';

/** `beside`: further fields of the answer, for a client that can act on them. */
export function refuseWith(c: AppContext, code: ErrorCode, retryAfterSeconds?: number, beside: object = {}): Response {
  const { http, text } = errors[code];
  const answer: ErrorAnswer = {
    error: {
      code,
      status: callStatusOf(http),
      message: text,
      requestId: c.get('requestId'),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  };
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  c.header('Cache-Control', 'no-store');
  return c.json({ ...answer, ...beside }, http as ContentfulStatusCode);
}
