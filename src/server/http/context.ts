import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Fault } from '../../protocol/errors.ts';
import type { Sender } from '../access/sender.ts';
import type { Log } from '../log.ts';
import type { TokenSender } from '../tokens/tokens.ts';

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The client's address; X-Forwarded-For counts only from trusted proxies. */
    address: string;
    log: Log;
    /** Whether the client's address may still send so many bytes that are parsed. */
    mayRead(bytes: number): boolean;
    /** Sender of the request, on routes for accounts alone (`forAccounts`). */
    account?: Sender;
    /** Faults found in the body of this request: see `parseBody`. */
    faults?: readonly Fault[];
    /** Nonce of a page: its scripts run only with it. */
    nonce?: string;
    /** The program that sends this request. Absent: a browser, with a session or without. */
    token?: TokenSender;
    /** Origins of the sites whose pages may show this page in a frame. Absent: none, as for every other page. */
    frameAncestors?: readonly string[];
  };
}

export type AppContext = Context<AppEnv>;
export type App = Hono<AppEnv>;

/** Header as Node has read it: Hono would first make a Headers object of all headers. `name` in lower case. */
export function headerIn(c: AppContext, name: string): string | undefined {
  const value = c.env.incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
