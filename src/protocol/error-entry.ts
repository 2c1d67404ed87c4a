export type CallStatus =
  | 'invalid-argument'
  | 'unauthenticated'
  | 'permission-denied'
  | 'not-found'
  | 'aborted'
  | 'resource-exhausted'
  | 'cancelled'
  | 'internal'
  | 'unimplemented'
  | 'unavailable'
  | 'deadline-exceeded'
  | 'unknown';

const callStatuses: Readonly<Record<number, CallStatus>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  409: 'aborted',
  429: 'resource-exhausted',
  499: 'cancelled',
  500: 'internal',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline-exceeded',
};

export function callStatusOf(httpStatus: number): CallStatus {
  return callStatuses[httpStatus] ?? 'unknown';
}

/** `never`: the same call gets the same answer. `later`: the same call may succeed, so keep it and try again. */
export type Retry = 'never' | 'later';

export interface ErrorEntry {
  readonly http: number;
  readonly retry: Retry;
  readonly text: string;
}

export const never = (http: number, text: string): ErrorEntry => ({ http, retry: 'never', text });
export const later = (http: number, text: string): ErrorEntry => ({ http, retry: 'later', text });
