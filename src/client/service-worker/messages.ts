/** Messages of a page to a worker. A page of one release may speak to the worker of another: add kinds, change none. */
export type WorkerMessage =
  /** Answered on the port that comes with the message, with the release's id. */
  | { readonly kind: 'release' }
  /** Takes over from the worker before, now, with pages open. */
  | { readonly kind: 'activate' };
