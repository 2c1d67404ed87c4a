import { randomUUID } from 'node:crypto';
import { comparisonPath, progressPath, recordsPath } from '../../../src/protocol/compare.ts';
import { type handicapPaths, handicapTablePath } from '../../../src/protocol/handicap-tables.ts';
import { letterheadPaths } from '../../../src/protocol/letterhead.ts';
import {
  HISTORY_KEY_HEADER,
  historyPath,
  type historyPaths,
  mergePath,
  racerSeriesPath,
} from '../../../src/protocol/history.ts';
import { picturePaths, picturePath } from '../../../src/protocol/pictures.ts';
import type { operatorPaths } from '../../../src/protocol/operator.ts';
import { api, guestPath, type Page } from '../../../src/protocol/routes.ts';
import { runPaths } from '../../../src/telemetry/protocol/runs.ts';
import { SERIES_KEY_HEADER, seriesPath, seriesPaths } from '../../../src/protocol/series-paths.ts';
import type { Call } from '../../matrix/wire.ts';
import { runPath } from '../../support/runs.ts';
import { eventPath } from '../people.ts';
import { pushKeys } from './full-event.ts';
import { publicPath } from './public-path.ts';
import type { LimitStage } from './limit-stage.ts';

/** One reader of one route. */
export interface Read {
  readonly as: string;
  /** Where the change is made after which the reader asks anew; absent where no race changes the answer. */
  readonly after?: 'event' | 'season';
  call(stage: LimitStage): Call;
}

/** Readers of a route that grows with what is stored; or why it has none. */
type Reads = readonly Read[] | 'changes something' | 'does not grow' | 'case 40: one racer, one run, one payment';
const CHANGES = 'changes something';
const FIXED = 'does not grow';
const ONE = 'case 40: one racer, one run, one payment';

type After = Pick<Read, 'after'>;
const EVENT: After = { after: 'event' };
const SEASON: After = { after: 'season' };

const owner = (path: (stage: LimitStage) => string, after: After = {}): Read => ({
  as: 'its owner',
  ...after,
  call: (stage) => ({ path: path(stage), cookie: stage.owner.cookie }),
});
const token = (path: (stage: LimitStage) => string, after: After = {}): Read => ({
  as: 'a program',
  ...after,
  call: (stage) => ({ path: path(stage), headers: { authorization: `Bearer ${stage.token}` } }),
});
const of = (path: string) => (stage: LimitStage) => eventPath(path, stage.eventId);
const link = (path: string): Read => ({
  as: 'nobody, by link',
  ...EVENT,
  call: (stage) => ({ path: `${of(path)(stage)}?key=${encodeURIComponent(stage.keys.viewer)}` }),
});
const screen = (path: string): Read => ({
  as: 'a screen',
  ...EVENT,
  call: (stage) => ({ path: `${of(path)(stage)}?key=${encodeURIComponent(stage.screenKey)}` }),
});
const everybody = (path: string): Read[] => [owner(of(path), EVENT), screen(path), link(path)];
const newest = (stage: LimitStage) => `${of(api.changes)(stage)}?after=19000`;

type Registry<Name extends string> = Readonly<Record<Name, Reads>>;

/** Typed over the registries of routes: a new route does not compile without its readers. */
const apiReads: Registry<keyof typeof api> = {
  boot: [owner(() => api.boot)],
  signUp: CHANGES,
  login: CHANGES,
  anonymous: CHANGES,
  logout: CHANGES,
  requestPasswordReset: CHANGES,
  confirmPasswordReset: CHANGES,
  requestVerification: CHANGES,
  confirmVerification: CHANGES,
  disownAccount: CHANGES,
  changePassword: CHANGES,
  changeUsername: CHANGES,
  accountData: [owner(() => api.accountData)],
  deleteAccount: CHANGES,
  stopMail: CHANGES,
  stopMailAtOnce: CHANGES,
  commands: CHANGES,
  account: [owner(() => api.account, EVENT)],
  event: [token(of(api.event), EVENT), ...everybody(api.event)],
  changes: [owner(newest, EVENT)],
  history: [owner(of(api.history), EVENT)],
  people: [owner(of(api.people))],
  eventRuns: [owner(of(api.eventRuns))],
  embed: [owner(of(api.embed))],
  bests: everybody(api.bests),
  results: [token(of(api.results), EVENT), ...everybody(api.results)],
  boardCsv: [token(of(api.boardCsv), EVENT), ...everybody(api.boardCsv)],
  publicRows: [{ as: 'a cache', ...EVENT, call: (stage) => ({ path: publicPath('publicRows', stage) }) }],
  publicWhole: [{ as: 'a cache', ...EVENT, call: (stage) => ({ path: publicPath('publicWhole', stage) }) }],
  screens: [owner(of(api.screens))],
  screen: CHANGES,
  group: [{ as: 'nobody', call: (stage) => ({ path: api.group.replace(':groupId', stage.owner.userId) }) }],
  eventList: [owner(() => api.eventList, EVENT), token(() => api.eventList, EVENT)],
  startList: [token(of(api.startList), EVENT), owner(of(api.startList), EVENT), link(api.startList)],
  tokens: [owner(() => api.tokens)],
  createToken: CHANGES,
  withdrawToken: CHANGES,
  webhooks: [owner(() => api.webhooks)],
  createWebhook: CHANGES,
  removeWebhook: CHANGES,
  testWebhook: CHANGES,
  resumeWebhook: CHANGES,
  // Whoever begins to follow is stored, after all results were read.
  followers: [
    {
      as: 'nobody, by link, who follows',
      ...EVENT,
      call: (stage) => ({
        path: `${of(api.followers)(stage)}?key=${encodeURIComponent(stage.keys.viewer)}`,
        body: { racerId: null, by: { kind: 'push', endpoint: `https://${randomUUID()}.invalid/`, ...pushKeys } },
      }),
    },
  ],
  pushKey: FIXED,
  confirmFollow: CHANGES,
  unfollow: CHANGES,
  unfollowAtOnce: CHANGES,
  ownRaces: [owner(() => api.ownRaces, SEASON)],
  compare: [owner(({ comparedIds: [one, other] }) => comparisonPath(one, other))],
  progress: [owner(({ progress }) => progressPath(progress), SEASON)],
  records: [owner(({ progress }) => recordsPath(progress.courseKey), SEASON)],
  creditHistory: [owner(() => api.creditHistory)],
  createPaymentIntent: CHANGES,
  payment: ONE,
  receipt: ONE,
  paymentWebhook: CHANGES,
  sandboxConfirm: CHANGES,
  sandboxAuthenticate: CHANGES,
  clock: FIXED,
  openApi: FIXED,
};

const runReads: Registry<keyof typeof runPaths> = {
  list: [owner(() => runPaths.list)],
  shared: [owner(() => runPaths.shared)],
  sharedRun: CHANGES,
  owners: CHANGES,
  // Pages of the release before are told to reload where the lists are long (`MAX_WHOLE`).
  runs: FIXED,
  run: [owner(({ runId }) => runPath(runPaths.run, runId))],
  samples: ONE,
  shares: CHANGES,
  unshare: CHANGES,
  link: CHANGES,
  zones: [owner(() => runPaths.zones)],
  videos: CHANGES,
  video: ONE,
};

const seriesReads: Registry<keyof typeof seriesPaths> = {
  list: [owner(() => seriesPaths.list)],
  one: [
    owner(({ seriesId }) => seriesPath(seriesId), SEASON),
    token(({ seriesId }) => seriesPath(seriesId), SEASON),
    {
      as: 'nobody, by link',
      ...SEASON,
      call: ({ seriesId, seriesKey }) => ({ path: seriesPath(seriesId), headers: { [SERIES_KEY_HEADER]: seriesKey } }),
    },
  ],
  csv: [
    owner(({ seriesId }) => `${seriesPath(seriesId)}/standings.csv`, SEASON),
    token(({ seriesId }) => `${seriesPath(seriesId)}/standings.csv`, SEASON),
  ],
  link: CHANGES,
};

const historyReads: Registry<keyof typeof historyPaths> = {
  one: [
    owner(({ racerId }) => historyPath(racerId), EVENT),
    {
      as: 'nobody, by link',
      ...EVENT,
      call: ({ racerId, historyKey }) => ({
        path: historyPath(racerId),
        headers: { [HISTORY_KEY_HEADER]: historyKey },
      }),
    },
  ],
  series: [
    owner(({ racerId }) => racerSeriesPath(racerId), SEASON),
    {
      as: 'nobody, by link',
      ...SEASON,
      call: ({ racerId, historyKey }) => ({
        path: racerSeriesPath(racerId),
        headers: { [HISTORY_KEY_HEADER]: historyKey },
      }),
    },
  ],
  merge: [owner(({ racerId, onCourse }) => mergePath(racerId, onCourse[0]!), EVENT)],
  link: CHANGES,
};

const handicapReads: Registry<keyof typeof handicapPaths> = {
  list: [owner((stage) => handicapTablePath(stage.tableId).replace(/\/[^/]*$/, ''))],
  one: [owner(({ tableId }) => handicapTablePath(tableId))],
};

const letterheadReads: Registry<keyof typeof letterheadPaths> = { one: [owner(of(letterheadPaths.one))] };

const pictureReads: Registry<keyof typeof picturePaths> = {
  all: [owner(of(picturePaths.all), EVENT)],
  finish: [owner(({ eventId, picturedTapId }) => picturePath(eventId, picturedTapId), EVENT)],
  part: [owner(({ eventId, picturedTapId }) => picturePath(eventId, picturedTapId, 0), EVENT)],
};

const operatorReads: Registry<keyof typeof operatorPaths> = { page: FIXED, figures: FIXED, metrics: FIXED };

const pageReads: Registry<Page> = {
  '/landing': FIXED,
  '/login': FIXED,
  '/forgot-password': FIXED,
  '/reset-password': FIXED,
  '/verify-email': FIXED,
  '/not-my-account': FIXED,
  '/stop-mail': FIXED,
  '/follow': FIXED,
  '/unfollow': FIXED,
  '/tos': FIXED,
  '/privacypolicy': FIXED,
  '/homepage': FIXED,
  '/account': FIXED,
  '/buy-credits': FIXED,
  '/checkout': FIXED,
  '/timer': [
    {
      as: 'nobody, by link',
      ...EVENT,
      call: ({ eventId, keys }) => ({ path: guestPath(eventId, 'viewer', keys.viewer) }),
    },
  ],
  '/events': [{ as: 'nobody', call: (stage) => ({ path: `/events?id=${stage.owner.userId}` }) }],
  '/analysis': FIXED,
  '/analysis/:runId': FIXED,
  '/series': FIXED,
  '/series/:seriesId': FIXED,
  '/racers/:racerId': FIXED,
  '/compare': FIXED,
  '/coach': FIXED,
  '/developers': FIXED,
  '/on-this-phone': FIXED,
};

/** Every reader of every route. */
export const allReads: readonly (readonly [route: string, read: Read])[] = Object.entries({
  ...apiReads,
  ...named('runs', runReads),
  ...named('series', seriesReads),
  ...named('racer', historyReads),
  ...named('handicap tables', handicapReads),
  ...named('certificates', letterheadReads),
  ...named('pictures', pictureReads),
  ...named('operator', operatorReads),
  ...named('page', pageReads),
}).flatMap(([route, reads]) => (typeof reads === 'string' ? [] : reads.map((read) => [route, read] as const)));

function named(area: string, registry: Readonly<Record<string, Reads>>): Readonly<Record<string, Reads>> {
  return Object.fromEntries(Object.entries(registry).map(([route, reads]) => [`${area} ${route}`, reads]));
}
