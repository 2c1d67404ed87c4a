import { randomUUID } from 'node:crypto';
import { courseKeyOf } from '../../../src/domain/history/course-key.ts';
import { MAX_TOKEN_NAME, scopes } from '../../../src/protocol/api-tokens.ts';
import { comparisonPath, progressPath, recordsPath } from '../../../src/protocol/compare.ts';
import {
  MAX_BODY_BYTES,
  MAX_COMMANDS,
  MAX_COMMANDS_BODY_BYTES,
  MAX_EMAIL_LENGTH,
  MAX_HANDICAP_MS,
  MAX_NAME_LENGTH,
  MAX_OBSERVATIONS,
  MAX_PASSWORD_LENGTH,
  MAX_SERIES_EVENTS,
  MAX_SERIES_HELPERS,
  MAX_TABLE_ROWS,
  MAX_USERNAME_LENGTH,
  MAX_ZONES,
} from '../../../src/protocol/limits.ts';
import {
  MAX_FACTS_BYTES,
  MAX_PICTURE_BYTES,
  MAX_STRIP_COLUMNS,
  type picturePaths,
} from '../../../src/protocol/pictures.ts';
import { factsAt } from '../../support/pictures.ts';
import { type letterheadPaths, MAX_LETTERHEAD_BYTES, MAX_LETTERHEAD_LINE } from '../../../src/protocol/letterhead.ts';
import type { operatorPaths } from '../../../src/protocol/operator.ts';
import { type api, guestPath, type Page } from '../../../src/protocol/routes.ts';
import {
  MAX_RUN_BYTES,
  MAX_SAMPLES_BYTES,
  RUN_KEY_HEADER,
  type runPaths,
} from '../../../src/telemetry/protocol/runs.ts';
import { HISTORY_KEY_HEADER, type historyPaths, mergePath } from '../../../src/protocol/history.ts';
import { seriesPath, type seriesPaths } from '../../../src/protocol/series-paths.ts';
import { MAX_SERIES_BYTES } from '../../../src/protocol/series.ts';
import {
  type handicapPaths,
  handicapTablePath,
  MAX_HANDICAP_TABLE_BYTES,
  MAX_TABLE_NAME,
  MAX_TABLE_VERSION,
} from '../../../src/protocol/handicap-tables.ts';
import { plainSeries } from '../../../src/domain/series/rules.ts';
import { MAX_SCREEN_NAME_LENGTH } from '../../../src/protocol/screens.ts';
import type { Call } from '../../matrix/wire.ts';
import { tap } from '../../support/commands.ts';
import { largestLogo, pngOf } from '../../support/logo.ts';
import { packedSamples } from '../../support/runs.ts';
import { newEmail, PASSWORD } from '../people.ts';
import { publicPath } from './public-path.ts';
import { COURSE, type CostStage, largeDetails, longest } from './stage.ts';

export interface RouteInput {
  /** The name of the variant, where the route has several methods or readers. */
  readonly name?: string;
  readonly call: (stage: CostStage) => Omit<Call, 'path'> & { readonly path?: string };
  /** For routes with a body: its largest size. */
  readonly bodyBytes?: number;
  readonly dear?: string;
  /** Answered by the same code as another route, with which all variations are tried. */
  readonly isPlain?: boolean;
}

const HASHING = 'one scrypt hash; two at once for the whole node, in a queue that is fair between addresses';
const PER_ACCOUNT = 'streamed, one at a time for an account';

const longEmail = (): string =>
  `${longest(60)}${randomUUID()}@${'d'.repeat(60)}.${'e'.repeat(60)}.org`.slice(-MAX_EMAIL_LENGTH);
const asOwner = ({ owner }: CostStage) => ({ cookie: owner.cookie });
const read = (cookie: (stage: CostStage) => { cookie?: string } = asOwner): RouteInput => ({
  call: (stage) => ({ ...cookie(stage) }),
});
const post = (body: (stage: CostStage) => unknown, more: Partial<RouteInput> = {}): RouteInput => ({
  call: (stage) => ({ method: 'POST', ...asOwner(stage), body: body(stage) }),
  bodyBytes: MAX_BODY_BYTES,
  ...more,
});

type Inputs<Name extends string> = Readonly<Record<Name, readonly RouteInput[]>>;

/** The largest input of every route. The variations of `hostile.ts` are added to each. */
export const apiInputs: Inputs<keyof typeof api> = {
  boot: [read()],
  signUp: [
    post(
      () => ({ username: longest(MAX_USERNAME_LENGTH), email: longEmail(), password: longest(MAX_PASSWORD_LENGTH) }),
      {
        dear: HASHING,
      },
    ),
  ],
  login: [post(() => ({ email: newEmail(), password: longest(MAX_PASSWORD_LENGTH) }), { dear: HASHING })],
  anonymous: [{ call: () => ({ body: {} }), bodyBytes: MAX_BODY_BYTES }],
  logout: [{ call: () => ({ body: {} }), bodyBytes: MAX_BODY_BYTES }],
  requestPasswordReset: [post(({ friend }) => ({ email: friend.email }))],
  confirmPasswordReset: [post(() => ({ token: longest(2000), password: longest(MAX_PASSWORD_LENGTH) }))],
  requestVerification: [post(() => ({}))],
  confirmVerification: [
    post(() => ({ token: longest(2000) })),
    post(() => ({ token: `${longest(900)}.${longest(900)}.a` })),
    post(() => ({ token: longest(2000), password: longest(MAX_PASSWORD_LENGTH) })),
  ],
  disownAccount: [post(() => ({ token: longest(2000) }))],
  stopMail: [post(() => ({ token: `${longest(900)}.${longest(900)}`, isWanted: true }))],
  stopMailAtOnce: [{ call: () => ({ method: 'POST', path: `/stop-mail?token=${longest(2000)}` }) }],
  changePassword: [
    post(() => ({ currentPassword: longest(MAX_PASSWORD_LENGTH), newPassword: PASSWORD }), { dear: HASHING }),
  ],
  changeUsername: [post(() => ({ username: longest(MAX_USERNAME_LENGTH) }))],
  accountData: [{ ...read(), dear: PER_ACCOUNT }],
  deleteAccount: [post(() => ({ password: longest(MAX_PASSWORD_LENGTH) }), { dear: HASHING })],
  commands: [
    post(
      ({ eventId }) => ({
        protocol: 1,
        commands: Array.from({ length: MAX_COMMANDS }, () => ({ ...tap(eventId, 'start', null), racerId: 'x' })),
        observations: Array.from({ length: MAX_OBSERVATIONS }, () => ({
          reading: { wall: 1, monotonic: 1, origin: 1 },
          common: 1,
          uncertainty: 1,
        })),
        keys: Object.fromEntries(Array.from({ length: 200 }, () => [randomUUID(), longest(64)])),
      }),
      { name: 'a batch that is refused', bodyBytes: MAX_COMMANDS_BODY_BYTES },
    ),
  ],
  account: [read()],
  event: [
    read(),
    { name: 'without a key', call: () => ({}) },
    { name: 'by link', call: ({ eventId, keys }) => ({ path: `/api/events/${eventId}?key=${keys.viewer}` }) },
  ],
  changes: [{ call: (stage) => ({ ...asOwner(stage), path: `/api/events/${stage.eventId}/changes?after=100` }) }],
  history: [read()],
  eventRuns: [read()],
  people: [read()],
  embed: [
    read(),
    {
      name: 'set',
      call: (stage) => ({
        ...asOwner(stage),
        body: { origins: Array.from({ length: 20 }, (_, index) => `https://${'a'.repeat(200)}${index}.example`) },
      }),
      bodyBytes: MAX_BODY_BYTES,
    },
  ],
  bests: [
    read(),
    { name: 'by link', call: ({ eventId, keys }) => ({ path: `/api/events/${eventId}/bests?key=${keys.viewer}` }) },
  ],
  results: [
    read(),
    { name: 'by link', call: ({ eventId, keys }) => ({ path: `/api/results/${eventId}?key=${keys.viewer}` }) },
  ],
  boardCsv: [read()],
  publicRows: [read(), { name: 'by name', call: (stage) => ({ path: publicPath('publicRows', stage) }) }],
  publicWhole: [read(), { name: 'by name', call: (stage) => ({ path: publicPath('publicWhole', stage) }) }],
  screens: [read(), post(() => ({ id: randomUUID(), name: longest(MAX_SCREEN_NAME_LENGTH) }))],
  screen: [read()],
  group: [{ call: () => ({}) }],
  eventList: [
    read(),
    { name: 'with a guessed token', call: () => ({ headers: { authorization: `Bearer pushoff_${longest(8000)}` } }) },
  ],
  startList: [
    read(),
    { name: 'by link', call: ({ eventId, keys }) => ({ path: `/api/start-lists/${eventId}?key=${keys.viewer}` }) },
  ],
  tokens: [read()],
  createToken: [post(() => ({ name: longest(MAX_TOKEN_NAME), scopes: [...scopes], days: 365 }))],
  withdrawToken: [post(() => ({ id: randomUUID() }))],
  webhooks: [read()],
  createWebhook: [post(() => ({ url: `https://127.0.0.1/${longest(400)}`, kinds: ['result', 'status'] }))],
  removeWebhook: [post(() => ({ id: randomUUID() }))],
  testWebhook: [post(() => ({ id: randomUUID() }))],
  resumeWebhook: [post(() => ({ id: randomUUID() }))],
  followers: [
    {
      call: ({ eventId, keys }) => ({
        method: 'POST',
        path: `/api/events/${eventId}/followers?key=${keys.viewer}`,
        body: {
          racerId: null,
          by: {
            kind: 'push',
            endpoint: `https://push.example.org/${longest(900)}`,
            p256dh: longest(87),
            auth: longest(22),
          },
        },
      }),
      bodyBytes: MAX_BODY_BYTES,
    },
  ],
  pushKey: [{ call: () => ({}) }],
  confirmFollow: [post(() => ({ token: longest(200) }))],
  unfollow: [post(() => ({ token: longest(200) }))],
  unfollowAtOnce: [{ call: () => ({ method: 'POST', path: `/unfollow?token=${longest(2000)}` }) }],
  ownRaces: [read()],
  compare: [{ call: (stage) => ({ ...asOwner(stage), path: comparisonPath(...stage.comparedIds) }) }, read()],
  progress: [
    {
      call: (stage) => ({
        ...asOwner(stage),
        path: progressPath({ courseKey: courseKeyOf(COURSE)!, from: 0, to: 1e15 }),
      }),
    },
    read(),
  ],
  records: [{ call: (stage) => ({ ...asOwner(stage), path: recordsPath(courseKeyOf(COURSE)!) }) }, read()],
  creditHistory: [read()],
  createPaymentIntent: [post(() => ({ data: { amount: 150, price: 9 } }))],
  payment: [read()],
  receipt: [read()],
  paymentWebhook: [
    {
      call: () => ({ body: { id: longest(200_000) }, headers: { 'pushoff-signature': `t=1,v1=${longest(64)}` } }),
      bodyBytes: 256 * 1024,
    },
  ],
  sandboxConfirm: [
    post(({ clientSecret }) => ({
      clientSecret,
      card: { number: longest(32), expiry: longest(32), cvc: longest(32) },
    })),
  ],
  sandboxAuthenticate: [post(({ clientSecret }) => ({ clientSecret, outcome: 'complete' }))],
  clock: [{ call: () => ({}) }],
  openApi: [{ call: () => ({}) }],
};

export const runInputs: Inputs<keyof typeof runPaths> = {
  list: [read()],
  shared: [read()],
  sharedRun: [post(() => ({ answer: 'keep' }))],
  owners: [post(() => ({ ownerId: longest(64), isBlocked: true }))],
  runs: [read()],
  run: [
    read(),
    {
      name: 'by link',
      call: ({ runKey }) => ({ headers: { [RUN_KEY_HEADER]: runKey } }),
    },
    {
      name: 'PUT',
      call: (stage) => ({
        method: 'PUT',
        ...asOwner(stage),
        path: `/api/runs/${randomUUID()}`,
        body: { basedOn: null, isDeleted: false, details: largeDetails() },
      }),
      bodyBytes: MAX_RUN_BYTES,
    },
  ],
  samples: [
    read(),
    {
      name: 'by link',
      call: ({ runKey }) => ({ headers: { [RUN_KEY_HEADER]: runKey } }),
      dear: 'places are taken out once in a thread, two threads at once, a short queue and then 503; the copy is kept',
    },
    {
      name: 'PUT',
      call: (stage) => ({
        method: 'PUT',
        ...asOwner(stage),
        bytes: packedSamples(200_000),
        headers: { 'content-type': 'application/octet-stream' },
      }),
      dear: `up to ${MAX_SAMPLES_BYTES} bytes are written; counted for each account, checked in steps that others get between`,
    },
  ],
  shares: [post(({ friend }) => ({ email: friend.email }))],
  unshare: [post(() => ({ email: longEmail() }))],
  link: [post(() => ({ isOn: true }))],
  zones: [
    read(),
    {
      name: 'PUT',
      call: (stage) => ({
        method: 'PUT',
        ...asOwner(stage),
        body: { zones: Array.from({ length: MAX_ZONES }, () => ({ name: longest(200), at: [46, 7], radius: 5000 })) },
      }),
      bodyBytes: MAX_BODY_BYTES,
    },
  ],
  videos: [
    {
      call: (stage) => ({
        method: 'POST',
        ...asOwner(stage),
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '9', 'upload-metadata': `runId ${longest(8000)}` },
      }),
    },
  ],
  video: [
    read(),
    {
      name: 'PATCH',
      call: (stage) => ({
        method: 'PATCH',
        ...asOwner(stage),
        bytes: new Uint8Array(64 * 1024),
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      }),
    },
    { name: 'DELETE', call: (stage) => ({ method: 'DELETE', ...asOwner(stage) }) },
  ],
};

const largeSeries = (eventIds: readonly string[]) => ({
  name: longest(MAX_NAME_LENGTH),
  rules: plainSeries,
  eventIds,
  helpers: Array.from({ length: MAX_SERIES_HELPERS }, () => ({ eventId: randomUUID(), racerId: randomUUID() })),
});
const anyEvents = () => Array.from({ length: MAX_SERIES_EVENTS }, () => randomUUID());
export const seriesInputs: Inputs<keyof typeof seriesPaths> = {
  list: [read()],
  one: [
    read(),
    {
      name: 'PUT',
      call: (stage) => ({
        method: 'PUT',
        ...asOwner(stage),
        path: seriesPath(randomUUID()),
        body: { version: 0, document: largeSeries(anyEvents()) },
      }),
      bodyBytes: MAX_SERIES_BYTES,
    },
    { name: 'DELETE', call: (stage) => ({ method: 'DELETE', ...asOwner(stage) }) },
  ],
  csv: [read()],
  link: [post(() => ({ isOn: true }))],
};

export const historyInputs: Inputs<keyof typeof historyPaths> = {
  one: [read(), { name: 'with a guessed key', call: () => ({ headers: { [HISTORY_KEY_HEADER]: longest(8000) } }) }],
  series: [read(), { name: 'with a guessed key', call: () => ({ headers: { [HISTORY_KEY_HEADER]: longest(8000) } }) }],
  merge: [
    { name: 'two of a library', call: ({ racerIds }) => ({ path: mergePath(racerIds[0]!, racerIds[1]!) }) },
    { name: 'into a guessed racer', call: ({ racerIds }) => ({ path: mergePath(racerIds[0]!, longest(4000)) }) },
  ],
  link: [post(() => ({ isOn: true }))],
};

const largeTable = () => ({
  name: longest(MAX_TABLE_NAME),
  version: longest(MAX_TABLE_VERSION),
  rows: Array.from({ length: MAX_TABLE_ROWS }, (_, index) => [
    16_093.44 + index,
    'Tandem',
    'M',
    40,
    120,
    MAX_HANDICAP_MS,
  ]),
});
export const handicapInputs: Inputs<keyof typeof handicapPaths> = {
  list: [read()],
  one: [
    read(),
    {
      name: 'PUT',
      call: (stage) => ({
        method: 'PUT',
        ...asOwner(stage),
        path: handicapTablePath(randomUUID()),
        body: largeTable(),
      }),
      bodyBytes: MAX_HANDICAP_TABLE_BYTES,
    },
    { name: 'DELETE', call: (stage) => ({ method: 'DELETE', ...asOwner(stage) }) },
  ],
};

export const letterheadInputs: Inputs<keyof typeof letterheadPaths> = {
  one: [
    read(),
    {
      name: 'set',
      call: (stage) => ({ ...asOwner(stage), body: { line: longest(MAX_LETTERHEAD_LINE), logo: largestLogo() } }),
      bodyBytes: MAX_LETTERHEAD_BYTES,
    },
  ],
};

const mostColumns = () => Array.from({ length: MAX_STRIP_COLUMNS }, (_, index) => index - 240 + 0.123_456_789_012);
const largestPicture = () => new Uint8Array(pngOf(1_000, 700, MAX_PICTURE_BYTES - 10_000));
export const pictureInputs: Inputs<keyof typeof picturePaths> = {
  all: [read()],
  finish: [
    read(),
    {
      name: 'PUT',
      call: (stage) => ({
        method: 'PUT',
        ...asOwner(stage),
        body: { ...factsAt(Date.now()), columns: mostColumns() },
      }),
      bodyBytes: MAX_FACTS_BYTES,
    },
    { name: 'DELETE', call: (stage) => ({ method: 'DELETE', ...asOwner(stage) }) },
  ],
  part: [
    read(),
    {
      name: 'PUT',
      call: (stage) => ({ method: 'PUT', ...asOwner(stage), bytes: largestPicture() }),
      bodyBytes: MAX_PICTURE_BYTES,
    },
  ],
};

export const operatorInputs: Inputs<keyof typeof operatorPaths> = {
  page: [read()],
  figures: [read()],
  metrics: [{ call: () => ({ headers: { authorization: `Bearer ${longest(8000)}` } }) }],
};

const page: readonly RouteInput[] = [
  { ...read(), isPlain: true },
  { name: 'nobody', call: () => ({}), isPlain: true },
];
const oddPage: readonly RouteInput[] = page.map((input) => ({ ...input, isPlain: false }));
export const pageInputs: Inputs<Page> = {
  '/landing': oddPage,
  '/login': page,
  '/forgot-password': page,
  '/reset-password': page,
  '/verify-email': page,
  '/not-my-account': page,
  '/stop-mail': page,
  '/follow': page,
  '/unfollow': page,
  '/tos': page,
  '/privacypolicy': page,
  '/homepage': page,
  '/account': page,
  '/buy-credits': page,
  '/checkout': page,
  '/timer': [
    ...oddPage,
    {
      name: "a guest's, of a large race",
      call: ({ guest, eventId, keys }) => ({ cookie: guest.cookie, path: guestPath(eventId, 'viewer', keys.viewer) }),
    },
    {
      name: 'the public one, of a large race',
      call: ({ eventId, keys }) => ({ path: guestPath(eventId, 'viewer', keys.viewer) }),
    },
  ],
  '/events': [...oddPage, { name: 'unknown groups', call: () => ({ path: `/events?id=${randomUUID()}` }) }],
  '/analysis': page,
  '/analysis/:runId': oddPage,
  '/series': page,
  '/series/:seriesId': oddPage,
  '/racers/:racerId': oddPage,
  '/compare': page,
  '/coach': page,
  '/developers': page,
  '/on-this-phone': page,
};
