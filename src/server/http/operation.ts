import type { ZodMiniType } from 'zod/mini';

/** A call, for the document of all calls. `Shape`: the names of its answers there. */
export interface Operation<Shape extends string = string> {
  readonly method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  /** The name of the call in clients that are generated; default: by its path. */
  readonly id?: string;
  readonly body?: ZodMiniType;
  /** The media type of a body that is no JSON. */
  readonly sends?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The shape of an answer in JSON; null for any other. */
  readonly answer: Shape | null;
  /** The media type of an answer that is no JSON; null: without a body. */
  readonly type?: string | null;
  /** The status of success; default: 200. */
  readonly status?: number;
  /** The answer has an ETag, and 304 says that it is the same. */
  readonly isKept?: true;
  /** True where no session is needed: the call is open to all, or a key opens it. */
  readonly isOpen?: true;
}

export const key = { key: 'A guest key of the event, where one has no account' };
export const byKey = { query: key, isOpen: true } as const;
export const after = { after: 'The `next` of the page before' };
export const known = {
  known: 'The `version` of the list as it was last read: where it is the same, nothing else is sent',
};

export function callsWith<Shape extends string>() {
  const call =
    (method: Operation['method']) =>
    (
      path: string,
      summary: string,
      answer: Shape | null,
      more: Omit<Operation<Shape>, 'method' | 'path' | 'summary' | 'answer'> = {},
    ): Operation<Shape> => ({ method, path, summary, answer, ...more });
  return {
    get: call('get'),
    head: call('head'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    remove: call('delete'),
  };
}
