import type { Log } from '../../src/server/log.ts';

const nothing = (): void => {};

export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, with: () => silent };
