import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createProblem, type ErrorCode, PROBLEM_TYPE } from '../../protocol/errors.ts';
import type { AppContext } from './context.ts';

/** `beside`: further fields of the answer, for a client that can act on them. */
export function refuseWith(c: AppContext, code: ErrorCode, retryAfterSeconds?: number, beside: object = {}): Response {
  const problem = createProblem(code, c.get('requestId'), { retryAfterSeconds, faults: c.get('faults') });
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  c.header('Cache-Control', 'no-store');
  return c.body(JSON.stringify({ ...problem, ...beside }), problem.status as ContentfulStatusCode, {
    'Content-Type': PROBLEM_TYPE,
  });
}

/** `detail`: what the parameter must be, as a sentence whose subject it is. */
export function refuseParameter(c: AppContext, parameter: string, detail: string): Response {
  c.set('faults', [{ parameter, rule: 'pattern', detail }]);
  return refuseWith(c, 'invalid-argument');
}
