import { api } from '../../src/protocol/routes.ts';
import {
  type Run,
  type RunAnswer,
  type RunList,
  type RunPage,
  RUN_KEY_HEADER,
  runPaths,
  type SharedRunPage,
} from '../../src/telemetry/protocol/runs.ts';
import { packedSamples } from '../support/runs.ts';
import { type ActorName, actorOf, actors, type Target, targets, targetsOf } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type RouteRow, type Seen, seenIn, type World } from './cell.ts';
import { changeOf, COUNT, missingRun, type OwnRun, runPath, TUS, uploadCall, uploadIdIn } from './own-run.ts';
import { confirmed } from './people.ts';
import { expectAccount, expectEventRead, type Outcome } from './rules.ts';
import { keyOf } from './stage.ts';
import { call, type Call, parse, type Reply } from './wire.ts';

type Request = (run: OwnRun, world: World, cell: Cell) => Omit<Call, 'cookie'> | Promise<Omit<Call, 'cookie'>>;
type Method = NonNullable<Call['method']>;

const isAccount = (actor: ActorName): boolean => actorOf[actor].session === 'account';
const nameFor = (what: string, method: Method, path: string): string => `${what} (${method} ${path})`;

/** An actor without an account has no runs. */
const runTargets = (actor: ActorName): readonly Target[] =>
  isAccount(actor) ? targets : targets.filter((target) => target !== 'own' && target !== 'deleted');

function runFor({ people }: World, { actor, target }: Cell): OwnRun {
  if (target === 'missing') return missingRun();
  const isOwn = target === 'own' || target === 'deleted';
  const { run, deletedRun } = people.belongings[isOwn ? actor : actor === 'owner' ? 'outsider' : 'owner']!;
  return target === 'own' || target === "other's" ? run : deletedRun;
}

/** 201, 204 and 206 count as 200 here; an answer to HEAD has no code. */
function seenOf(reply: Reply, run: OwnRun, allowed: (reply: Reply) => Outcome = () => 'allowed'): Seen {
  const ids = [run.id, run.sourceId, run.uploadId];
  return seenIn(reply.status < 300 ? { ...reply, status: 200 } : reply, ids, allowed);
}

interface RunRow {
  readonly what: string;
  readonly method: Method;
  readonly path: string;
  readonly expect: (actor: ActorName, target: Target) => Outcome;
  readonly request: Request;
  readonly allowed?: (reply: Reply) => Outcome;
  readonly targets?: (actor: ActorName) => readonly Target[];
}

function cellsOf({ what, method, path, expect, request, allowed, targets: on = runTargets }: RunRow): Cell[] {
  return actors.flatMap((actor) =>
    on(actor).map((target) => {
      const cell: Cell = {
        action: nameFor(what, method, path),
        actor,
        target,
        expected: expect(actor, target),
        async attempt(world) {
          const run = runFor(world, cell);
          const { cookie } = personOf(world, actor);
          const made = await request(run, world, cell);
          return seenOf(await askAs(world, actor, nameOf(cell), { method, ...made, cookie }), run, allowed);
        },
      };
      return cell;
    }),
  );
}

/** U1: for everybody but its owner an unshared run does not exist. */
const reads =
  (allowed: Outcome, missing: Outcome = 'run-not-found') =>
  (_actor: ActorName, target: Target): Outcome =>
    target === 'own' || target === 'deleted' ? allowed : missing;

/** U2: and nothing is changed without an account. */
const changes =
  (missing: Outcome = 'run-not-found') =>
  (actor: ActorName, target: Target): Outcome => {
    const seen = expectAccount(actor, 'account-required');
    return seen === 'allowed' ? reads('allowed', missing)(actor, target) : seen;
  };

const withoutBody = (expect: RunRow['expect']) => (actor: ActorName, target: Target) =>
  ({ unauthenticated: 'status 401', 'account-required': 'status 403', 'video-not-found': 'status 404' })[
    expect(actor, target)
  ] ?? 'allowed';

const roleIn = (reply: Reply): Outcome => `allowed as ${parse<RunAnswer>(reply).run.role}`;

async function versionOf({ server: { db } }: World, run: OwnRun): Promise<number> {
  const row = await db.selectFrom('runs').select('version').where('id', '=', run.id).executeTakeFirst();
  return row?.version ?? 1;
}

/** An upload of the same run that may be changed; for expected refusals the existing one. */
async function spareUpload(world: World, { actor, target }: Cell, run: OwnRun): Promise<OwnRun> {
  if (target !== 'own' && target !== 'deleted') return run;
  if (!confirmed.includes(actor)) return { ...run, uploadId: run.spareUploadId };
  const { cookie } = personOf(world, actor);
  return { ...run, uploadId: uploadIdIn(await call(world.server.url, { ...uploadCall(run.id), cookie })) };
}

const samples = { bytes: packedSamples(COUNT), headers: { 'content-type': 'application/octet-stream' } };
const friend = { email: 'friend@example.org' };

const rows: readonly RunRow[] = [
  {
    what: 'run',
    method: 'GET',
    path: runPaths.run,
    expect: reads('allowed as owner'),
    request: (run) => ({ path: runPath(runPaths.run, run) }),
    allowed: roleIn,
  },
  {
    what: 'run',
    method: 'PUT',
    path: runPaths.run,
    expect: changes(),
    request: async (run, world, { target }) => ({
      path: runPath(runPaths.run, run),
      body: changeOf(run.sourceId, await versionOf(world, run), target === 'deleted'),
    }),
  },
  {
    what: 'a new run',
    method: 'PUT',
    path: runPaths.run,
    targets: () => ["other's", 'missing'],
    // An id that another account uses is not reported as taken.
    expect: (actor, target) =>
      target === 'missing' ? expectAccount(actor, 'account-required') : changes()(actor, target),
    request: (run) => ({ path: runPath(runPaths.run, run), body: changeOf(run.sourceId, null) }),
  },
  {
    what: 'samples',
    method: 'GET',
    path: runPaths.samples,
    expect: reads('allowed'),
    request: (run) => ({ path: runPath(runPaths.samples, run) }),
  },
  {
    what: 'samples',
    method: 'PUT',
    path: runPaths.samples,
    expect: changes(),
    request: (run) => ({ path: runPath(runPaths.samples, run), ...samples }),
  },
  ...[runPaths.shares, runPaths.unshare].map((path): RunRow => ({
    what: 'share',
    method: 'POST',
    path,
    expect: changes(),
    request: (run) => ({ path: runPath(path, run), body: friend }),
  })),
  {
    what: 'answer',
    method: 'POST',
    path: runPaths.sharedRun,
    // None of these runs is shared, the actor's own neither.
    expect: (actor) => (isAccount(actor) ? 'run-not-found' : expectAccount(actor, 'account-required')),
    request: (run) => ({ path: runPath(runPaths.sharedRun, run), body: { answer: 'keep' } }),
  },
  {
    what: 'link',
    method: 'POST',
    path: runPaths.link,
    expect: changes(),
    request: (run) => ({ path: runPath(runPaths.link, run), body: { isOn: false } }),
  },
  {
    what: 'upload',
    method: 'POST',
    path: runPaths.videos,
    // U24: refusals that hide the run come before those about its upload.
    expect(actor, target) {
      const seen = changes()(actor, target);
      return seen === 'allowed' && !confirmed.includes(actor) ? 'email-not-confirmed' : seen;
    },
    request: (run) => uploadCall(run.id),
  },
  {
    what: 'upload',
    method: 'PATCH',
    path: runPaths.video,
    expect: changes('video-not-found'),
    async request(run, world, cell) {
      const upload = await spareUpload(world, cell, run);
      const offset = String(uploadCall(run.id).bytes!.length);
      const headers = { ...TUS, 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' };
      return { path: runPath(runPaths.video, upload), bytes: new Uint8Array(), headers };
    },
  },
  {
    what: 'upload',
    method: 'HEAD',
    path: runPaths.video,
    expect: withoutBody(changes('video-not-found')),
    request: (run) => ({ path: runPath(runPaths.video, run), headers: TUS }),
  },
  {
    what: 'upload',
    method: 'DELETE',
    path: runPaths.video,
    expect: changes('video-not-found'),
    request: async (run, world, cell) => ({
      path: runPath(runPaths.video, await spareUpload(world, cell, run)),
      headers: TUS,
    }),
  },
  {
    what: 'video',
    method: 'GET',
    path: runPaths.video,
    expect: reads('allowed', 'video-not-found'),
    request: (run) => ({ path: runPath(runPaths.video, run) }),
  },
];

type Describe = (actor: ActorName, reply: Reply, world: World) => Outcome | Promise<Outcome>;

/** U26: only the account's own runs. */
const describeOwn: Describe = async (actor, reply, { people, server: { db } }) => {
  const { userId } = people.of[actor];
  const own = await db.selectFrom('runs').select('id').where('ownerId', '=', userId).execute();
  const isRight = parse<RunPage>(reply).runs.every(({ id }) => own.some((run) => run.id === id));
  return isRight ? 'allowed' : "it lists others' runs";
};

/** U28: only runs shared with the account. */
const describeShared: Describe = (_actor, reply, { people }) => {
  const { runs, offers = [] } = parse<SharedRunPage>(reply);
  const all = [...runs, ...offers];
  if (all.some(({ id }) => id !== people.sharedRun.id)) return "it lists others' runs";
  return `allowed${all.length > 0 ? ', with what is shared' : ''}`;
};

/** U5: own and shared runs. */
const describeWhole: Describe = (actor, reply, { people }) => {
  const isRight = ({ id, ownerId, role }: Run) =>
    role === 'owner' ? ownerId === people.of[actor].userId : role === 'shared' && id === people.sharedRun.id;
  const { runs } = parse<RunList>(reply);
  if (!runs.every(isRight)) return "it lists others' runs";
  return `allowed${runs.some(({ role }) => role === 'shared') ? ', with what is shared' : ''}`;
};

/** The same for everybody with an account. */
function accountCells(): Cell[] {
  const cell = (what: string, method: Method, path: string, actor: ActorName, body?: object, describe?: Describe) => {
    const isWithShared = (describe === describeShared || describe === describeWhole) && actor === 'admin by email';
    const made: Cell = {
      action: nameFor(what, method, path),
      actor,
      target: '-',
      expected: isWithShared ? 'allowed, with what is shared' : expectAccount(actor, 'account-required'),
      async attempt(world) {
        const { cookie } = personOf(world, actor);
        const reply = await askAs(world, actor, nameOf(made), { method, path, cookie, ...(body && { body }) });
        const outcome = reply.status === 200 ? await describe?.(actor, reply, world) : undefined;
        return seenIn(reply, [], outcome === undefined ? undefined : () => outcome);
      },
    };
    return made;
  };
  return actors.flatMap((actor) => [
    cell('run list', 'GET', runPaths.list, actor, undefined, describeOwn),
    cell('shared runs', 'GET', runPaths.shared, actor, undefined, describeShared),
    cell('runs', 'GET', runPaths.runs, actor, undefined, describeWhole),
    cell('block', 'POST', runPaths.owners, actor, { ownerId: 'nobody', isBlocked: true }),
    cell('zones', 'GET', runPaths.zones, actor),
    // The owner's zones stay: cells on the shared run need them.
    ...(actor === 'owner' ? [] : [cell('zones', 'PUT', runPaths.zones, actor, { zones: [] })]),
  ]);
}

/** U13: runs attached to a race are for readers who may see the race. */
export const eventRuns: RouteRow = {
  targets: targetsOf,
  expect(actor, target) {
    const expected = expectEventRead(actor, target as Target);
    return expected.startsWith('allowed') ? 'allowed' : expected;
  },
  async attempt(world, cell) {
    const { actor } = cell;
    const target = cell.target as Target;
    const race = world.stage.raceFor(actor, target);
    const key = keyOf(world.stage, actor, target, race);
    const query = key === undefined ? '' : `?key=${encodeURIComponent(key)}`;
    const path = api.eventRuns.replace(':eventId', race.id) + query;
    const { cookie } = personOf(world, actor);
    return seenIn(await askAs(world, actor, nameOf(cell), { path, cookie }), [race.id]);
  },
};

/** U6: while it is deleted, neither an address nor a link opens a run. */
function deletedCells(): Cell[] {
  return actors
    .filter((actor) => actor !== 'owner')
    .flatMap((actor) => {
      const of = (what: string, path: string, expected: Outcome): Cell => {
        const cell: Cell = {
          action: `${what} that was shared and is deleted`,
          actor,
          target: "other's deleted",
          expected,
          async attempt(world) {
            const { deletedSharedRun: run } = world.people;
            const { cookie } = personOf(world, actor);
            const request = { path: runPath(path, run), cookie, headers: { [RUN_KEY_HEADER]: run.key } };
            return seenOf(await askAs(world, actor, nameOf(cell), request), run);
          },
        };
        return cell;
      };
      return [
        of('a run', runPaths.run, 'run-not-found'),
        of('samples', runPaths.samples, 'run-not-found'),
        of('a video', runPaths.video, 'video-not-found'),
      ];
    });
}

/** U7, U8: the owner's shared run, read without a key, with the key of its link, and with a withdrawn key. */
function sharedCells(): Cell[] {
  const roleOf = (actor: ActorName): Run['role'] | null =>
    actor === 'owner' ? 'owner' : actor === 'admin by email' ? 'shared' : null;
  const keys = ['no key', 'the key of its link', 'a key that was withdrawn'] as const;
  const headersFor = ({ people: { sharedRun } }: World, which: (typeof keys)[number]) =>
    which === 'no key'
      ? {}
      : { [RUN_KEY_HEADER]: which === 'the key of its link' ? sharedRun.key : sharedRun.formerKey };

  return actors.flatMap((actor) =>
    keys.flatMap((which) => {
      const role = roleOf(actor) ?? (which === 'the key of its link' ? 'link' : null);
      const of = (what: string, expected: Outcome, request: (world: World) => Omit<Call, 'cookie' | 'headers'>) => {
        const cell: Cell = {
          action: `${what} with ${which}`,
          actor,
          target: "other's",
          expected,
          async attempt(world) {
            const { cookie } = personOf(world, actor);
            const { headers, ...made } = { headers: {}, ...request(world) };
            const sent = { ...made, cookie, headers: { ...headers, ...headersFor(world, which) } };
            const allowed = what === 'a shared run' ? roleIn : undefined;
            return seenOf(await askAs(world, actor, nameOf(cell), sent), world.people.sharedRun, allowed);
          },
        };
        return cell;
      };
      const isOwner = actor === 'owner';
      const refused = isAccount(actor) ? 'run-not-found' : expectAccount(actor, 'account-required');
      return [
        of('a shared run', role === null ? 'run-not-found' : `allowed as ${role}`, ({ people }) => ({
          path: runPath(runPaths.run, people.sharedRun),
        })),
        of('samples of a shared run', role === null ? 'run-not-found' : 'allowed', ({ people }) => ({
          path: runPath(runPaths.samples, people.sharedRun),
        })),
        of('a video of a shared run', role === null ? 'video-not-found' : 'allowed', ({ people }) => ({
          path: runPath(runPaths.video, people.sharedRun),
        })),
        // U28: the owner has nothing to answer.
        of('an answer to a shared run', role === 'shared' ? 'allowed' : refused, ({ people }) => ({
          path: runPath(runPaths.sharedRun, people.sharedRun),
          body: { answer: 'keep' },
        })),
        ...(isOwner
          ? []
          : [
              of('a change of a shared run', refused, ({ people }) => ({
                method: 'PUT',
                path: runPath(runPaths.run, people.sharedRun),
                body: changeOf(people.sharedRun.sourceId, 2),
              })),
              of('sharing of a shared run', refused, ({ people }) => ({
                path: runPath(runPaths.shares, people.sharedRun),
                body: friend,
              })),
              of('an upload to a shared run', refused, ({ people }) => uploadCall(people.sharedRun.id)),
            ]),
      ];
    }),
  );
}

/** U13: a run is attached only to a race that its owner may see. */
function attachCells(): Cell[] {
  const withAccount = actors.filter(isAccount);
  return withAccount.flatMap((actor) =>
    targetsOf(actor).map((target) => {
      const seen = expectEventRead(actor, target);
      const cell: Cell = {
        action: 'a run attached to a race',
        actor,
        target,
        expected: seen.startsWith('allowed') ? 'allowed' : seen,
        async attempt(world) {
          const race = world.stage.raceFor(actor, target);
          const key = keyOf(world.stage, actor, target, race);
          const run = missingRun();
          const change = changeOf(run.sourceId, null);
          const body = { ...change, details: { ...change.details, race: { eventId: race.id, racerId: race.racerId } } };
          const query = key === undefined ? '' : `?key=${encodeURIComponent(key)}`;
          const { cookie } = personOf(world, actor);
          const request = { method: 'PUT', path: runPath(runPaths.run, run) + query, cookie, body } as const;
          return seenIn(await askAs(world, actor, nameOf(cell), request), [race.id]);
        },
      };
      return cell;
    }),
  );
}

export function runCells(): Cell[] {
  return [...rows.flatMap(cellsOf), ...accountCells(), ...sharedCells(), ...deletedCells(), ...attachCells()];
}
