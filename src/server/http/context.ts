import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Log } from '../log.ts';

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The client's address, with proxies believed only where they are trusted. */
    address: string;
    log: Log;
    /** Of a page: its scripts run only with it. */
    nonce?: string;
  };
}

export type AppContext = Context<AppEnv>;
export type App = Hono<AppEnv>;
