import { dirname, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOORS } from '../../scripts/lint/walls.mjs';
import { createTrialProject } from './trial-project.ts';

/** Targets of the imports below, so that no import is refused merely because its target is missing. */
const TARGETS = [
  'src/domain/target.ts',
  'src/domain/model/target.ts',
  'src/domain/results/target.ts',
  'src/protocol/target.ts',
  'src/server/target.ts',
  'src/server/config.ts',
  'src/server/access/target.ts',
  'src/server/accounts/target.ts',
  'src/server/commands/target.ts',
  'src/server/http/target.ts',
  'src/server/journal/target.ts',
  'src/server/live/target.ts',
  'src/server/mail/target.ts',
  'src/server/metrics/target.ts',
  'src/server/new-room/target.ts',
  'src/server/storage/target.ts',
  'src/client/target.ts',
  'src/client/app/target.ts',
  'src/client/features/one/target.ts',
  'src/client/features/two/target.ts',
  'src/client/features/timer/strip/target.ts',
  'src/client/features/timer/lists/target.ts',
  'src/telemetry/domain/target.ts',
  'src/telemetry/protocol/target.ts',
  'src/telemetry/server/target.ts',
  'src/telemetry/client/analysis/run-list/target.ts',
  'src/telemetry/client/analysis/run-page/target.ts',
  'src/telemetry/client/playback/target.ts',
  'src/telemetry/client/recordings/target.ts',
  'src/client/event/target.ts',
  'src/client/timing/target.ts',
  'src/client/leaderboard/target.ts',
  'src/client/ui/target.ts',
  'src/client/session/target.ts',
  'src/client/sync/target.ts',
  'src/telemetry/client/run-sync/target.ts',
  'src/client/racer-import/target.ts',
  'tests/target.ts',
  'tests/support/target.ts',
  'scripts/target.ts',
];

/** [from, to] below src, unless `to` is a package. */
const REFUSED_IMPORTS = [
  ['domain', '../protocol/target.ts'],
  ['domain/model', '../results/target.ts'],
  ['domain', '../server/target.ts'],
  ['domain', '../client/target.ts'],
  ['domain', 'zod/mini'],
  ['domain', 'node:fs'],
  ['protocol', '../server/target.ts'],
  ['protocol', '../client/target.ts'],
  ['protocol', 'hono'],
  ['protocol', 'node:crypto'],
  ['server', '../client/target.ts'],
  ['server', '../client/ui/target.ts'],
  ['server/storage', '../commands/target.ts'],
  ['server/storage', '../mail/target.ts'],
  ['server/accounts', '../http/target.ts'],
  ['server/live', '../http/target.ts'],
  ['server/http', '../live/target.ts'],
  ['server/metrics', '../commands/target.ts'],
  ['server/metrics', '../live/target.ts'],
  ['server/journal', '../storage/target.ts'],
  ['server/access', '../config.ts'],
  ['server/http', '../server.ts'],
  ['server', './storage/target.ts'],
  ['server/new-room', '../storage/target.ts'],
  ['server/http', '../new-room/target.ts'],
  ['client', '../server/target.ts'],
  ['client', 'node:fs'],
  ['client/features/one', '../two/target.ts'],
  ['client/features/one', '../../app/target.ts'],
  ['client/ui', '../features/one/target.ts'],
  ['client/ui', '../app/target.ts'],
  ['client/ui', '../session/target.ts'],
  ['client/ui', '../sync/target.ts'],
  ['client/session', '../features/one/target.ts'],
  ['client/session', '../app/target.ts'],
  ['client/session', '../ui/target.ts'],
  ['client/sync', '../features/one/target.ts'],
  ['client/sync', '../app/target.ts'],
  ['client/sync', '../ui/target.ts'],
  ['client/racer-import', '../features/one/target.ts'],
  ['client/racer-import', '../sync/target.ts'],
  ['client/ui', '../racer-import/target.ts'],
  ['client/ui', '../event/target.ts'],
  ['client/sync', '../timing/target.ts'],
  ['client/event', '../timing/target.ts'],
  ['client/event', '../leaderboard/target.ts'],
  ['client/event', '../features/one/target.ts'],
  ['client/timing', '../leaderboard/target.ts'],
  ['client/timing', '../features/one/target.ts'],
  ['client/leaderboard', '../features/one/target.ts'],
  ['client/leaderboard', '../app/target.ts'],
  ['client/features/timer/strip', '../lists/target.ts'],
  ['telemetry/client/analysis/run-list', '../run-page/target.ts'],
  ['telemetry/client/recordings', '../playback/target.ts'],
  ['telemetry/client/recordings', '../../../client/features/one/target.ts'],
  ['telemetry/client/recordings', '../../../client/timing/target.ts'],
  ['telemetry/client/recordings', '../../server/target.ts'],
  ['telemetry/domain', '../protocol/target.ts'],
  ['telemetry/domain', '../../domain/results/target.ts'],
  ['telemetry/domain', 'node:fs'],
  ['telemetry/server', '../../server/live/target.ts'],
  ['telemetry/server', '../client/recordings/target.ts'],
  ['client/sync', '../../telemetry/client/recordings/target.ts'],
  ['client/app', '../../telemetry/client/recordings/target.ts'],
  ['client/features/one', '../../../telemetry/client/recordings/target.ts'],
  ['server/http', '../../telemetry/server/target.ts'],
  ['protocol', '../telemetry/protocol/target.ts'],
  ['domain', '../telemetry/domain/target.ts'],
  ['server', '../../tests/target.ts'],
  ['domain', '../../tests/support/target.ts'],
  ['client', '../../scripts/target.ts'],
  ['client', '/target.ts'],
] as const;

const PERMITTED_IMPORTS = [
  ['domain/results', '../model/target.ts'],
  ['domain/results', './target.ts'],
  ['protocol', '../domain/target.ts'],
  ['protocol', 'zod/mini'],
  ['server', '../protocol/target.ts'],
  ['server', '../domain/target.ts'],
  ['server', 'node:fs'],
  ['server', 'hono'],
  ['server/storage', '../journal/target.ts'],
  ['server/storage/migrations', '../target.ts'],
  ['server/live', '../access/target.ts'],
  ['server/http', '../accounts/target.ts'],
  ['server/http', '../config.ts'],
  ['client', '../protocol/target.ts'],
  ['client', 'react'],
  ['client/app', '../features/one/target.ts'],
  ['client/features/one', './target.ts'],
  ['client/features/one', '../../ui/target.ts'],
  ['client/features/one', '../../session/target.ts'],
  ['client/ui', '../../domain/target.ts'],
  ['client/timing', '../event/target.ts'],
  ['client/leaderboard', '../timing/target.ts'],
  ['client/features/one', '../../timing/target.ts'],
  ['client/racer-import', '../ui/target.ts'],
  ['client/features/one', '../../racer-import/target.ts'],
  ['client/event', '../racer-import/target.ts'],
  ['client/features/timer/lists', '../strip/target.ts'],
  ['client/features/timer/lists', '../../../timing/target.ts'],
  ['telemetry/client/analysis/run-page', '../run-list/target.ts'],
  ['telemetry/client/analysis/run-page', '../../playback/target.ts'],
  ['telemetry/client/analysis/run-page', '../../../../domain/results/target.ts'],
  ['telemetry/client/run-sync', '../../../client/sync/target.ts'],
  ['telemetry/domain', './target.ts'],
  ['telemetry/protocol', '../../protocol/target.ts'],
  ['telemetry/server', '../protocol/target.ts'],
  ['telemetry/server', '../../server/storage/target.ts'],
] as const;

const WAYS_TO_IMPORT = {
  import: "import { target } from 'X';\nexport const got = target;",
  'type import': "import type { target } from 'X';\nexport type Got = typeof target;",
  'import for its effect': "import 'X';",
  're-export': "export { target } from 'X';",
  're-export of all': "export * from 'X';",
  'dynamic import': "export const got = () => import('X');",
  'import of a type in passing': "export type Got = typeof import('X').target;",
  'glob import': "export const got = import.meta.glob('X');",
};

const IMPURE = {
  'Date.now()': 'export const got = Date.now();',
  'Date.now, handed on': 'export const got = [1].map(Date.now);',
  "Date['now']()": "export const got = Date['now']();",
  'now taken out of Date': 'const { now } = Date;\nexport const got = now();',
  'new Date()': 'export const got = new Date();',
  'Date()': 'export const got = Date();',
  'Math.random()': 'export const got = Math.random();',
  'local hours': 'export const got = (date: Date) => date.getHours();',
  'sorting by the locale of the machine': 'export const got = (a: string, b: string) => a.localeCompare(b);',
};

const PLATFORM = {
  fetch: "export const got = () => fetch('https://example.org');",
  process: 'export const got = process.env;',
  console: "console.log('x');\nexport {};",
  setTimeout: 'setTimeout(() => {}, 1);\nexport {};',
  performance: 'export const got = performance.now();',
  crypto: 'export const got = crypto.randomUUID();',
  document: 'export const got = document.title;',
};

const PURE = {
  'a date from a given time': 'export const got = new Date(0).toISOString();',
  arithmetic: 'export const got = Math.max(1, 2);',
  'UTC hours': 'export const got = new Date(0).getUTCHours();',
  'sorting by a named locale': "export const got = (a: string, b: string) => a.localeCompare(b, 'en');",
  'a name of its own':
    'export function got(performance: number, Date: { now: number }) {\n  return performance + Date.now;\n}',
};

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
const importing = (from: string, to: string): string => `src/${from}/imports-${slug(to)}.ts`;
const impure = (title: string): string => `src/domain/uses-${slug(title)}.ts`;
const pure = (title: string): string => `src/domain/may-use-${slug(title)}.ts`;
const wayIn = (way: string): string => `src/domain/way-${slug(way)}.ts`;
const WHOLE = WAYS_TO_IMPORT['import for its effect'];

describe('the rooms', () => {
  const project = createTrialProject();
  let lint: Map<string, string[]>;
  let compile: Map<string, string[]>;
  let compileTelemetry: Map<string, string[]>;

  beforeAll(() => {
    for (const file of TARGETS) project.write(file, 'export const target = 1;');
    for (const [from, to] of [...REFUSED_IMPORTS, ...PERMITTED_IMPORTS]) {
      project.write(importing(from, to), WHOLE.replace('X', to));
    }
    for (const [way, code] of Object.entries(WAYS_TO_IMPORT)) {
      project.write(wayIn(way), code.replace('X', '../server/target.ts'));
    }
    for (const [title, code] of Object.entries({ ...IMPURE, ...PLATFORM })) project.write(impure(title), code);
    for (const [title, code] of Object.entries(PURE)) project.write(pure(title), code);
    project.write('src/domain/rules.test.ts', "import { expect } from 'vitest';\nexpect(Date.now()).toBe(1);");
    project.write(
      'src/domain/sly.test.ts',
      "import { target } from '../server/target.ts';\nexport const got = target;",
    );
    project.write(
      'src/domain/fed.test.ts',
      "import { target } from '../../tests/support/target.ts';\nexport const got = target;",
    );
    project.write('src/telemetry/domain/uses-fetch.ts', PLATFORM.fetch);
    for (const door of DOORS) {
      const to = relative(dirname(door), 'src/telemetry/server/target.ts');
      project.write(door, WHOLE.replace('X', door.includes('/client/') ? to.replace('server', 'client') : to));
    }
    lint = project.lint();
    compile = project.compile('domain');
    compileTelemetry = project.compile('telemetry/domain');
  });
  afterAll(() => project.remove());

  it.each(REFUSED_IMPORTS)('%s may not import %s', (from, to) => {
    expect(lint.get(importing(from, to))).toEqual([expect.stringContaining('rooms(imports): ')]);
  });

  it('a room of the server that imports another says what it may import, and what to do instead', () => {
    expect(lint.get(importing('server/storage', '../commands/target.ts'))).toEqual([
      'rooms(imports): server/storage must not import server/commands: it imports log, access, journal. Take what it needs as a port, or move what both need to a room below both.',
    ]);
  });

  it.each(PERMITTED_IMPORTS)('%s may import %s', (from, to) => {
    expect(lint.get(importing(from, to))).toBeUndefined();
  });

  it.each(Object.keys(WAYS_TO_IMPORT))('a forbidden file is refused through %s too', (way) => {
    expect(lint.get(wayIn(way))).toEqual([expect.stringContaining('rooms(imports): domain must not import server')]);
  });

  it.each([...Object.keys(IMPURE), ...Object.keys(PLATFORM)])('the domain may not use %s', (title) => {
    expect(lint.get(impure(title))).toContainEqual(expect.stringContaining('rooms(pure): '));
  });

  it.each(Object.keys(PLATFORM))('the compiler does not know %s in the domain', (title) => {
    expect(compile.get(impure(title))).toContainEqual(expect.stringContaining('Cannot find name'));
  });

  it('what a file means is as pure as a rule of the sport', () => {
    const file = 'src/telemetry/domain/uses-fetch.ts';
    expect(lint.get(file)).toContainEqual(expect.stringContaining('rooms(pure): '));
    expect(compileTelemetry.get(file)).toContainEqual(expect.stringContaining('Cannot find name'));
  });

  it('telemetry has three doors, and each has its name in the table', () => {
    expect(DOORS).toHaveLength(3);
    for (const door of DOORS) expect(lint.get(door), door).toBeUndefined();
    expect(lint.get(importing('server/http', '../../telemetry/server/target.ts'))).toEqual([
      expect.stringContaining(`the rest imports it in ${DOORS.join(', ')} and nowhere else`),
    ]);
  });

  it.each(Object.keys(PURE))('the domain may use %s', (title) => {
    expect(lint.get(pure(title))).toBeUndefined();
    expect(compile.get(pure(title))).toBeUndefined();
  });

  it("a domain's test may use the test runner and the clock", () => {
    expect(lint.get('src/domain/rules.test.ts')).toBeUndefined();
  });

  it('a test may import from tests/support', () => {
    expect(lint.get('src/domain/fed.test.ts')).toBeUndefined();
  });

  it('the rules of a room hold for its tests too', () => {
    expect(lint.get('src/domain/sly.test.ts')).toEqual([expect.stringContaining('rooms(imports): ')]);
  });
});
