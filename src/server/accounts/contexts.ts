import { AsyncLocalStorage } from 'node:async_hooks';

/** Where better-auth keeps its storages: https://github.com/better-auth/better-auth, `packages/core/src/context/global.ts`. */
const BETTER_AUTH = Symbol.for('better-auth:global');

const own = new Set<AsyncLocalStorage<unknown>>();
let underWay = 0;

/** A storage that is switched off with those of better-auth: see `withContexts`. */
export function createContext<Value>(): AsyncLocalStorage<Value> {
  const storage = new AsyncLocalStorage<Value>();
  own.add(storage as AsyncLocalStorage<unknown>);
  return storage;
}

/**
 * Before Node 24, a storage that was entered once makes Node follow every promise and every socket of the process for
 * ever, which took a sixth of a tap. Storages are needed within calls of better-auth alone, so all of them are switched
 * off when the last of these calls has ended. Entering one switches it on again.
 */
export async function withContexts<Value>(work: () => Value): Promise<Awaited<Value>> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) for (const storage of [...own, ...ofBetterAuth()]) storage.disable();
  }
}

function ofBetterAuth(): AsyncLocalStorage<unknown>[] {
  const { [BETTER_AUTH]: shared } = globalThis as { [BETTER_AUTH]?: { readonly context: object } };
  return Object.values(shared?.context ?? {}).filter((value) => value instanceof AsyncLocalStorage);
}
