import { networkKey } from '../addresses/client-address.ts';
import type { Requester } from '../fair-turns.ts';
import type { AppContext } from './context.ts';

/** The reader behind a request, as work for readers is shared out: by network, and while the connection is there. */
export const readerOf = (c: AppContext): Requester => ({
  from: networkKey(c.get('address')),
  // A getter: most answers are kept ones, and need no signal.
  get gone() {
    return c.req.raw.signal;
  },
});
