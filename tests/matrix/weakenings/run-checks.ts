import type { Weakening } from './weakening.ts';

const ACCESS = 'src/server/runs/run-access.ts';
const CHANGE = 'src/server/runs/change-run.ts';
const KEYS = 'src/server/runs/run-keys.ts';
const ROUTES = 'src/server/http/run-routes.ts';
const ANSWERS = 'src/server/storage/run-answers.ts';
const LISTS = 'src/server/storage/run-lists.ts';
const LIST_ROUTES = 'src/server/http/run-list-routes.ts';
const VIDEOS = 'src/server/http/video-routes.ts';
const VIEW = 'src/server/runs/view-run.ts';

const reading = [String.raw`^run \(GET`, '^a shared run with'];

export const runWeakenings: readonly Weakening[] = [
  {
    name: 'every run is everybody’s own',
    file: ACCESS,
    find: "if (run.ownerId === sender.userId) return ok({ run, role: 'owner' });",
    replace: "if (run.ownerId !== '') return ok({ run, role: 'owner' });",
    cells: reading,
  },
  {
    name: 'a run is read by its address alone',
    file: ACCESS,
    find: "return opensByKey(run) ? ok({ run, role: 'link' }) : refuse('run-not-found');",
    replace: "return ok({ run, role: 'link' });",
    cells: reading,
  },
  {
    name: 'a run is shared with every verified address',
    file: ACCESS,
    find: 'if (verifiedEmail !== null && (await isSharedWith(db, runId, verifiedEmail)))',
    replace: 'if (verifiedEmail !== null)',
    cells: [String.raw`^run \(GET .* \| admin by email`],
  },
  {
    name: 'a run that is deleted is read by those it was shared with',
    file: ACCESS,
    find: "  if (run.deletedAt !== null) return refuse('run-not-found');\n",
    replace: '',
    cells: ['that was shared and is deleted'],
  },
  {
    name: 'no key opens a run without a link',
    file: KEYS,
    find: 'return given !== undefined && linkKey !== null && isEqual;',
    replace: 'return isEqual;',
    cells: [String.raw`^run \(GET`],
  },
  {
    name: 'any key opens a link',
    file: KEYS,
    find: 'return given !== undefined && linkKey !== null && isEqual;',
    replace: 'return given !== undefined && linkKey !== null;',
    cells: ['^a shared run with a key that was withdrawn'],
  },
  {
    name: 'runs without a session',
    file: ROUTES,
    find: "  if (sender === null) return refuse('unauthenticated');\n  return sender.isAnonymous",
    replace:
      "  if (sender === null) return ok({ userId: '', isAnonymous: false, verifiedEmail: null, name: '', keys: {} });\n  return sender.isAnonymous",
    cells: [String.raw`^runs \(GET`, String.raw`^run list \(GET`, String.raw`^zones \(`],
  },
  {
    name: 'runs of guests without an account',
    file: ROUTES,
    find: "return sender.isAnonymous ? refuse('account-required') : ok(sender);",
    replace: 'return ok(sender);',
    cells: [String.raw`^runs \(GET`, String.raw`^a new run \(`],
  },
  {
    name: 'whoever may see a run may share it',
    file: ROUTES,
    find: "return seen.ok && seen.value.role === 'owner' ? seen : refuse('run-not-found');",
    replace: 'return seen;',
    cells: ['^sharing of a shared run', '^an upload to a shared run'],
  },
  {
    name: 'everybody changes every run',
    file: CHANGE,
    find: 'return run === undefined ? basedOn === null : run.ownerId === ownerId;',
    replace: 'return run === undefined ? basedOn === null : true;',
    cells: [String.raw`^run \(PUT`, '^a change of a shared run'],
  },
  {
    name: 'lists hold the runs of others',
    file: LISTS,
    find: "    .where('ownerId', '=', ownerId)\n",
    replace: '',
    cells: [String.raw`^run list \(GET`],
  },
  {
    name: 'lists hold the runs that others share among themselves',
    file: LISTS,
    find: "    .where('email', '=', email)\n",
    replace: '',
    cells: [String.raw`^shared runs \(GET`],
  },
  {
    name: 'somebody answers to a run that is not shared with them',
    file: ANSWERS,
    find: "      .where('runShares.email', '=', email)\n      .where('runSummaries.deletedAt'",
    replace: "      .where('runSummaries.deletedAt'",
    cells: ['^an answer to a shared run'],
  },
  {
    name: 'runs are attached to races that one may not see',
    file: ROUTES,
    find: '    const seen = await lookAtEvent(c, race.eventId);\n    if (!seen.ok) return seen;\n',
    replace: '    const seen = await lookAtEvent(c, race.eventId);\n    if (!seen.ok) return ok(true);\n',
    cells: ['^a run attached to a race'],
  },
  {
    name: 'the runs of a race that one may not see',
    file: LIST_ROUTES,
    find: '    const seen = await lookAtEvent(c);\n    if (!seen.ok) return refuseWith(c, seen.error);\n',
    replace:
      "    const seen = await lookAtEvent(c);\n    if (!seen.ok) return c.json({ runs: await listRunsOfEvent(db, c.req.param('eventId'), { userId: '', verifiedEmail: null }) });\n",
    cells: ['^runs of an event'],
  },
  {
    name: 'everybody goes on with every upload',
    file: VIDEOS,
    find: "return upload?.ownerId === owner.value.userId ? ok(upload) : refuse('video-not-found');",
    replace: "return upload !== undefined ? ok(upload) : refuse('video-not-found');",
    cells: [String.raw`^upload \((PATCH|HEAD|DELETE)`],
  },
  {
    name: 'everybody plays every video',
    file: VIDEOS,
    find: 'return seen.ok ? upload : undefined;',
    replace: 'return upload;',
    cells: [String.raw`^video \(GET`],
  },
  {
    name: 'leak: others get the places that an owner hides',
    file: VIEW,
    find: 'details: redactDetails(run.details, zones)',
    replace: 'details: run.details',
    cells: ['^a shared run with the key of its link'],
  },
  {
    name: 'leak: others get the key of the link',
    file: VIEW,
    find: 'const { linkKey: _, zonesVersion: __, ...rest } = run;',
    replace: 'const rest = run;',
    cells: ['^a shared run with no key'],
  },
];
