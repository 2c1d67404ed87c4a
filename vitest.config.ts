import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const FOLDER = './tests/support/folder-setup.ts';
const SERVERS = ['./tests/support/postgres-setup.ts', FOLDER];
/** No file leaves anything behind in the modules that it shares with others; loading them anew for each took twice as long as the tests. */
const SHARED = { isolate: false };

/** Suites that `npm test` runs on one of the two databases: see `enginesOf` in `tests/support/database.ts`. */
const ON_ONE_ENGINE = [
  'accounts',
  'api-tokens',
  'erasure',
  'follower-series',
  'followers',
  'mailbox',
  'payments',
  'results',
  'run-lists',
  'run-samples',
  'runs',
  'screen-makers',
  'series',
  'videos',
  'webhooks',
];

/** What `npm test` runs with smaller numbers: see `tests/support/in-full.ts`. */
const IN_FULL = [
  ...['commands', 'limits', 'live', 'nodes', 'odd-ids', 'read-lane', ...ON_ONE_ENGINE].map(
    (name) => `tests/{http,telemetry/http}/${name}.test.ts`,
  ),
  'tests/hand/thumbs.test.ts',
  'tests/matrix/weakenings/plant.test.ts',
  ...['board/counts', 'results/corrections', 'results/rows', 'sights/public-rows', 'sights/views', 'timing/clock'].map(
    (name) => `src/domain/${name}.test.ts`,
  ),
  ...['event-frames', 'followed-teams'].map((name) => `src/server/live/${name}.test.ts`),
  'tests/simulation/simulation.test.ts',
];

export default defineConfig({
  test: {
    // The linter and the compiler run as whole programs in tests/rooms, and hashing a password takes its time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes late on a busy machine, and the default gives it one second.
    expect: { poll: { timeout: 60_000 } },
    // Sources are translated once, not by each project and each run.
    experimental: { fsModuleCache: true },
    // The default leaves one core idle, which on a machine of two is half of it.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'tests/rooms/**/*.test.ts',
            'tests/matrix/**/*.test.ts',
            'tests/hand/**/*.test.ts',
            'tests/camera/**/*.test.ts',
          ],
          ...SHARED,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/{contract,telemetry/contract}/**/*.test.ts'],
          globalSetup: SERVERS,
          ...SHARED,
        },
      },
      // A build and a browser are needed: `npm test -- outputs` has both.
      { extends: true, test: { name: 'outputs', include: ['tests/outputs/**/*.test.ts'], globalSetup: FOLDER } },
      { extends: true, test: { name: 'simulation', include: ['tests/simulation/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['tests/{http,telemetry/http}/**/*.test.ts'],
          globalSetup: SERVERS,
          setupFiles: './tests/support/check-answers.ts',
          ...SHARED,
        },
      },
      {
        extends: true,
        // Two of these at once would measure each other.
        test: {
          name: 'proofs',
          include: ['tests/proofs/**/*.test.ts', ...IN_FULL],
          env: { PUSHOFF_IN_FULL: '1' },
          globalSetup: SERVERS,
          fileParallelism: false,
        },
      },
    ],
  },
});
