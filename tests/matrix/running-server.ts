import type { Engine } from '../../src/server/storage/engine.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

export const METRICS_TOKEN = 'the-token-of-the-matrix-0123456789abcdef';
export const SECRET = 'the-secret-of-the-matrix-0123456789abcdef';
export const OPERATOR = 'operator@example.org';
export const NAMED_AND_NOT_VERIFIED = 'hopeful@example.org';

/**
 * The real server with public pages, which trusts the invented addresses of the matrix: limits by address are tested
 * elsewhere and would only interfere. The sandbox loses its messages, and followers are told nothing, so that nothing changes by itself.
 */
export const startMatrixServer = (engine: Engine): Promise<TestServer> =>
  startTestServer(engine, {
    environment: {
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN,
      SECRET,
      OPERATORS: `${OPERATOR},${NAMED_AND_NOT_VERIFIED}`,
    },
    rendersPages: true,
    liveLimits: { connectionsPerAddress: 10_000, sessionCheckMs: 3_600_000 },
    sandboxFaults: { losesMessages: true },
    followerOptions: { holdMs: 3_600_000 },
    // Durability is not tested either: without waiting for the disk the matrix runs several times as fast.
    storageOptions: { writeAheadLog: { sync: async () => {}, close: async () => {} } },
  });
