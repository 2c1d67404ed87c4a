import { ok, refuse, type Result } from '../../../domain/result.ts';
import { checkPacked, pack } from '../../domain/pack.ts';
import type { Samples } from '../../domain/recording.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import { RUN_KEPT_MS } from '../../../protocol/limits.ts';
import type { Run, SharedRunSummary } from '../../protocol/runs.ts';
import { callErrorOf } from '../../../client/session/call-errors.ts';
import type { CallError } from '../../../client/session/create-call.ts';
import { createObserved } from '../../../client/sync/observable.ts';
import type { SyncPorts } from '../../../client/sync/ports.ts';
import { createVideoMemory } from './remembered-videos.ts';
import type { RunCalls } from './run-calls.ts';
import type { Listed } from './stored-run.ts';
import {
  deletedAtOf,
  detailsOf,
  fieldsChanged,
  type LocalRun,
  newestFirst,
  showRun,
  storedFrom,
  withChange,
} from './stored-run.ts';
import type { RunLibrary } from './run-library.ts';
import { NOBODY, type RunStorage } from './run-storage.ts';
import type { RunSyncPorts } from './ports.ts';
import { createRunSync } from './run-sync.ts';

export interface RunLibraryPorts extends Omit<SyncPorts, 'storage' | 'transport'>, Pick<RunSyncPorts, 'isCurrent'> {
  /** Null for a user who is not signed in: their runs stay on this device. */
  readonly userId: string | null;
  readonly storage: RunStorage;
  readonly calls: RunCalls;
}

export interface RunningLibrary extends RunLibrary {
  start(): Promise<void>;
  /** Called when the page is visible again. */
  wake(): void;
  /** Called when the reason for this refusal is gone. */
  tryAgain(refusal: ErrorCode): Promise<void>;
  stop(): void;
}

export function createRunLibrary(ports: RunLibraryPorts): RunningLibrary {
  const { storage, calls, clock, ids, tabs } = ports;
  const now = () => clock.read().wall;
  const owner = ports.userId ?? NOBODY;
  const runs = createObserved<readonly LocalRun[] | null>(null);
  const removed = createObserved<readonly LocalRun[]>([]);
  const listed = createObserved<Listed>({ arriving: [], offers: [], blocked: [] });
  const isDurable = createObserved(storage.isDurable);
  /** Runs opened by a link, or offers that were looked at: kept for as long as the page is open. */
  const visited = new Map<string, { readonly run: LocalRun; readonly key: string | null }>();
  let shown = new Map<string, { readonly stamp: string; readonly run: LocalRun }>();
  const videos = createVideoMemory(storage);
  let stopListening: (() => void)[] = [];

  async function readAll(): Promise<void> {
    const before = shown;
    const rows = await storage.listRuns(owner);
    shown = new Map(
      rows.map((stored) => {
        const known = before.get(stored.id);
        if (known?.stamp === stored.stamp) return [stored.id, known];
        return [stored.id, { stamp: stored.stamp, run: showRun(stored, known?.run) }];
      }),
    );
    const all = Array.from(shown.values(), ({ run }) => run);
    runs.set(all.filter(({ deletedAt }) => deletedAt === null).sort(newestFirst));
    removed.set(
      all
        .filter(({ deletedAt, role }) => role === 'owner' && deletedAt !== null && deletedAt > now() - RUN_KEPT_MS)
        .sort((one, other) => other.deletedAt! - one.deletedAt!),
    );
  }

  async function onStored(): Promise<void> {
    tabs.announce(owner);
    await readAll();
  }

  const sync =
    ports.userId === null ? null : createRunSync({ ...ports, userId: ports.userId, onStored, onListed: listed.set });

  async function store(...update: Parameters<RunStorage['updateRun']>): Promise<void> {
    await storage.updateRun(...update);
    await onStored();
    void sync?.run();
  }

  function setDeletedAt(runId: string, deletedAt: number | null): Promise<void> {
    return store(owner, runId, (stored) => {
      if (stored === undefined || deletedAtOf(stored) === deletedAt) return undefined;
      return withChange(stored, { fields: {}, deletedAt });
    });
  }

  async function keep(run: Run, key: string | null): Promise<LocalRun> {
    // Runs of others are stored once they are kept, not because they were looked at.
    if (ports.userId === null || run.role !== 'owner') {
      const local: LocalRun = { ...run, isWaiting: false, refusal: null };
      visited.set(run.id, { run: local, key });
      return local;
    }
    await storage.updateRun(owner, run.id, (stored) =>
      stored === undefined ? storedFrom(owner, run) : { ...stored, confirmed: run },
    );
    await onStored();
    return shown.get(run.id)!.run;
  }

  /** Makes a call that only the server can do: the run has to be on the server first, and is shown as it is afterwards. */
  async function onServer(
    runId: string,
    act: () => Promise<Result<unknown, CallError>>,
  ): Promise<Result<null, CallError>> {
    if (sync === null) return refuse(callErrorOf('unauthenticated'));
    const stored = await storage.readRun(owner, runId);
    if (stored?.confirmed === null) await sync.run();
    const answer = await act();
    if (!answer.ok) return answer;
    const run = await calls.read(runId, null);
    if (run.ok) await keep(run.value, null);
    return ok(null);
  }

  /** Answered offers are removed at once: the next lists may take a while to come. */
  function withoutOffers(isAnswered: (offer: SharedRunSummary) => boolean): void {
    const before = listed.getSnapshot();
    listed.set({ ...before, offers: before.offers.filter((offer) => !isAnswered(offer)) });
  }

  const packed = (samples: Samples | Uint8Array) => (samples instanceof Uint8Array ? samples : pack(samples));

  function checked(bytes: Uint8Array): Result<Uint8Array, CallError> {
    return checkPacked(bytes).ok ? ok(bytes) : refuse(callErrorOf('samples-invalid'));
  }

  /** Refused runs are tried once more with each visit: there may be room by now, or a newer server. */
  async function forgetRefusals(of: (refusal: ErrorCode) => boolean = () => true): Promise<void> {
    for (const { id, refusal } of await storage.listRuns(owner)) {
      if (refusal !== null && of(refusal))
        await storage.updateRun(owner, id, (now) => now && { ...now, refusal: null });
    }
  }

  return {
    runs,
    removed,
    listed,
    isDurable,
    async start() {
      stopListening = [
        tabs.listen((userId) => void (userId === owner && readAll())),
        ports.signals.listen(() => sync?.wake()),
      ];
      if (ports.userId !== null) await storage.adopt(NOBODY, owner);
      await storage.forgetOthers(owner);
      await forgetRefusals();
      await readAll();
      void sync?.run({ refresh: true });
    },
    wake: () => sync?.wake(),
    async tryAgain(refusal) {
      await forgetRefusals((code) => code === refusal);
      await sync?.run();
    },
    stop() {
      for (const stop of stopListening) stop();
      sync?.stop();
    },
    refresh: async () => sync?.run({ refresh: true }),

    async open(runId, key) {
      const stored = await storage.readRun(owner, runId);
      if (stored !== undefined) return ok(shown.get(runId)?.run ?? showRun(stored));
      const answer = await calls.read(runId, key);
      if (answer.ok) return ok(await keep(answer.value, key));
      const before = visited.get(runId);
      return before !== undefined && answer.error.retry === 'later' ? ok(before.run) : answer;
    },

    async samples(runId, sourceId) {
      const run = shown.get(runId)?.run;
      const ask = () => calls.readSamples(runId, sourceId, visited.get(runId)?.key ?? null);
      const kept = await storage.readSamples(runId, sourceId);
      if (kept !== undefined && run?.role === 'owner') return checked(kept);
      // Owners may stop sharing or hide parts of a run, so the server is asked first.
      const answer = await ask();
      if (!answer.ok) return kept !== undefined && answer.error.retry === 'later' ? checked(kept) : answer;
      const samples = checked(answer.value);
      if (samples.ok && run !== undefined)
        await storage.saveSamples(runId, sourceId, samples.value).catch(() => undefined);
      return samples;
    },

    async create(details, samples) {
      const id = ids.make();
      const unsent = [...samples.keys()];
      const stored = new Map(Array.from(samples, ([sourceId, each]) => [sourceId, packed(each)]));
      const createdAt = now();
      const fresh = {
        userId: owner,
        id,
        confirmed: null,
        change: { fields: details },
        unsent,
        refusal: null,
        createdAt,
      };
      await store(owner, id, () => fresh, stored);
      return id;
    },

    change: (runId, change) =>
      store(owner, runId, (stored) => {
        if (stored === undefined || (stored.confirmed?.role ?? 'owner') !== 'owner') return undefined;
        const before = detailsOf(stored);
        const fields = fieldsChanged(before, change(before));
        return Object.keys(fields).length === 0 ? undefined : withChange(stored, { fields });
      }),

    addSource: (runId, source, samples) =>
      store(
        owner,
        runId,
        (stored) => {
          if (stored === undefined) return undefined;
          const sources = [...detailsOf(stored).sources, source];
          return { ...withChange(stored, { fields: { sources } }), unsent: [...stored.unsent, source.id] };
        },
        new Map([[source.id, packed(samples)]]),
      ),

    remove: (runId) => setDeletedAt(runId, now()),
    restore: (runId) => setDeletedAt(runId, null),

    share: (runId, email) => onServer(runId, () => calls.share(runId, email)),
    unshare: (runId, email) => onServer(runId, () => calls.unshare(runId, email)),
    setLink: (runId, isOn) => onServer(runId, () => calls.setLink(runId, isOn)),
    async answer(runId, answer) {
      const answered = await calls.answer(runId, answer);
      if (!answered.ok) return answered;
      withoutOffers(({ id }) => id === runId);
      if (answer !== 'keep') {
        await storage.updateRun(owner, runId, (stored) => (stored?.confirmed?.role === 'shared' ? null : undefined));
        await onStored();
      }
      await sync?.run({ refresh: true });
      return ok(null);
    },
    async block(ownerId, isBlocked) {
      const answered = await calls.block(ownerId, isBlocked);
      if (!answered.ok) return answered;
      if (isBlocked) withoutOffers((offer) => offer.ownerId === ownerId);
      await sync?.run({ refresh: true });
      return ok(null);
    },
    readZones: () => calls.readZones(),
    async saveZones(zones) {
      const answer = await calls.saveZones(zones);
      return answer.ok ? ok(null) : answer;
    },
    rememberColumns: (signature, mapping) => storage.saveMapping(`${owner} ${signature}`, mapping),
    recallColumns: async (signature) => (await storage.readMapping(`${owner} ${signature}`)) ?? null,
    ...videos,
  };
}
