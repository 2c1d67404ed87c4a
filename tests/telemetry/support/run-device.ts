import { ok, refuse } from '../../../src/domain/result.ts';
import type {
  OwnRunSummary,
  PrivacyZone,
  Run,
  RunDetails,
  SharedRunSummary,
} from '../../../src/telemetry/protocol/runs.ts';
import { callErrorOf } from '../../../src/client/session/call-errors.ts';
import {
  createRunLibrary,
  type RunLibraryPorts,
  type RunningLibrary,
} from '../../../src/telemetry/client/run-sync/create-run-library.ts';
import { createMemoryRunStorage } from '../../../src/telemetry/client/run-sync/memory-run-storage.ts';
import type { DeviceSignal } from '../../../src/client/sync/ports.ts';
import type { RunCalls } from '../../../src/telemetry/client/run-sync/run-calls.ts';
import type { RunStorage } from '../../../src/telemetry/client/run-sync/run-storage.ts';

export const DETAILS: RunDetails = {
  name: 'Morning',
  timestamp: 1_700_000_000,
  distance: 1_000,
  duration: 100,
  outline: [],
  sources: [],
  videos: [],
  gates: { start: null, finish: null },
  race: null,
  hidesPositions: false,
};

/** A fake server for runs, which can be made unreachable. */
export interface RunServer {
  readonly runs: Map<string, Run>;
  readonly samples: Map<string, Uint8Array>;
  /** Every request, in order. */
  readonly asked: string[];
  isReachable: boolean;
  /** The number of answers before the connection breaks. */
  answersLeft: number;
  /** How many runs a page of its lists holds. */
  pageSize: number;
  /** The runs that this user was offered, and the user's answers. */
  readonly offered: Map<string, 'keep' | 'remove' | 'offer'>;
  /** Changes a run as another device would: with a new version. */
  change(runId: string, fields: Partial<RunDetails>): void;
  callsOf(userId: string | null): RunCalls;
}

export function createRunServer(): RunServer {
  const runs = new Map<string, Run>();
  const samples = new Map<string, Uint8Array>();
  const asked: string[] = [];
  const zones: PrivacyZone[] = [];
  const offered: RunServer['offered'] = new Map();
  /** Revisions like the server's: two reads without a change between them have the same revision. */
  const seen = (run: Run): Run => ({ ...run, revision: `${run.version} ${JSON.stringify(run.sharing)}` });
  const summaryOf = (run: Run): OwnRunSummary & SharedRunSummary => {
    const { name, timestamp, distance, duration } = run.details;
    const { id, ownerId, ownerName, createdAt, deletedAt } = run;
    const { revision } = seen(run);
    const whose = { ownerId, ownerName, createdAt, deletedAt, sharedAt: createdAt };
    return { id, revision: revision!, name, timestamp, distance, duration, ...whose };
  };
  const pageOf = (all: readonly Run[], after: string | null) => {
    const from = Number(after ?? 0);
    const to = from + server.pageSize;
    return { runs: all.slice(from, to).map(summaryOf), next: to < all.length ? String(to) : null };
  };
  const server: RunServer = {
    runs,
    samples,
    asked,
    offered,
    pageSize: 50,
    isReachable: true,
    answersLeft: Infinity,
    change(runId, fields) {
      const run = runs.get(runId)!;
      runs.set(runId, { ...run, version: run.version + 1, details: { ...run.details, ...fields } });
    },
    callsOf(userId) {
      const ask = async <Value>(what: string, answer: () => Value) => {
        asked.push(what);
        server.answersLeft -= 1;
        if (!server.isReachable || server.answersLeft < 0) return refuse(callErrorOf('unavailable'));
        return answer();
      };
      const setSharing = (runId: string, sharing: Partial<Run['sharing'] & object>) => {
        const run = runs.get(runId);
        if (run === undefined) return refuse(callErrorOf('run-not-found'));
        runs.set(runId, { ...run, sharing: { ...run.sharing!, ...sharing } });
        return ok(null);
      };
      return {
        list: (after, known) =>
          ask('list', () => {
            const own = [...runs.values()].filter(({ ownerId }) => ownerId === userId);
            const version = JSON.stringify(own);
            if (version === known) return ok({ runs: [], next: null, version, isSame: true });
            return ok({ ...pageOf(own, after), ...(after === null && { version }) });
          }),
        listShared: (after) =>
          ask('list shared', () => {
            const answered = (answer: string) => [...runs.values()].filter(({ id }) => offered.get(id) === answer);
            return ok({ ...pageOf(answered('keep'), after), offers: answered('offer').map(summaryOf), blocked: [] });
          }),
        answer: (runId, answer) => ask(`${answer} ${runId}`, () => ok(offered.set(runId, answer))),
        block: () => ask('block', () => ok(null)),
        read: (runId, key) =>
          ask(`read ${runId}`, () => {
            const run = runs.get(runId);
            if (run?.ownerId === userId) return ok(seen(run));
            if (run !== undefined && offered.has(runId)) return ok(seen({ ...run, role: 'shared', sharing: null }));
            if (run === undefined || key === null || run.sharing?.linkKey !== key)
              return refuse(callErrorOf('run-not-found'));
            return ok({ ...run, role: 'link' as const, sharing: null });
          }),
        put: (runId, { basedOn, details, isDeleted }) =>
          ask(`put ${runId}`, () => {
            if (details.name === 'refused') return refuse(callErrorOf('text-not-storable'));
            const known = runs.get(runId);
            if ((known?.version ?? null) !== basedOn) return refuse(callErrorOf('run-changed'));
            const run: Run = {
              id: runId,
              ownerId: userId!,
              ownerName: 'Coach',
              role: 'owner',
              version: (known?.version ?? 0) + 1,
              createdAt: 1,
              deletedAt: isDeleted ? 2 : null,
              details: structuredClone(details),
              sharing: known?.sharing ?? { emails: [], linkKey: null },
            };
            runs.set(runId, run);
            return ok(seen(run));
          }),
        readSamples: (runId, sourceId) =>
          ask(`read samples ${sourceId}`, () => {
            const bytes = samples.get(`${runId} ${sourceId}`);
            return bytes === undefined ? refuse(callErrorOf('run-not-found')) : ok(bytes);
          }),
        putSamples: (runId, sourceId, bytes) =>
          ask(`put samples ${sourceId}`, () => {
            if (runs.get(runId)?.details.sources.some(({ id }) => id === sourceId) !== true)
              return refuse(callErrorOf('run-not-found'));
            samples.set(`${runId} ${sourceId}`, bytes);
            return ok(null);
          }),
        share: (runId, email) => ask('share', () => setSharing(runId, { emails: [email] })),
        unshare: (runId) => ask('unshare', () => setSharing(runId, { emails: [] })),
        setLink: (runId, isOn) => ask('link', () => setSharing(runId, { linkKey: isOn ? 'key' : null })),
        readZones: () => ask('read zones', () => ok(zones)),
        saveZones: (next) => ask('save zones', () => ok(zones.splice(0, zones.length, ...next))),
      };
    },
  };
  return server;
}

/** A browser, whose tabs share a storage, a lock and news. */
export function createDevice(server: RunServer, storage: RunStorage = createMemoryRunStorage()) {
  const hearing = new Set<(userId: string) => void>();
  const timers: (() => void)[] = [];
  let ids = 0;
  let clock = 1_000;
  let last: Promise<unknown> = Promise.resolve();
  const noticing = new Set<(signal: DeviceSignal) => void>();
  /** Waits where a browser would refuse the lock: a tab that asks again after a while has the same effect. */
  const takeTurn = (task: () => Promise<void>): Promise<boolean> => {
    if (device.isLockLost) return Promise.resolve(false);
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn.then(() => true);
  };
  const device = {
    storage,
    /** Another tab has the lock and sleeps. */
    isLockLost: false,
    /** Sends a signal of the device to every tab. */
    signal: (signal: DeviceSignal) => noticing.forEach((hear) => hear(signal)),
    /** Fires all retry timers now. Returns how many there were. */
    runTimers(): number {
      const due = timers.splice(0);
      for (const work of due) work();
      return due.length;
    },
    async openTab(userId: string | null, isCurrent = () => true): Promise<RunningLibrary> {
      const ports: RunLibraryPorts = {
        userId,
        storage,
        calls: server.callsOf(userId),
        lock: { run: (task, { steal }) => (steal ? task().then(() => true) : takeTurn(task)) },
        isCurrent,
        random: () => 0,
        log: () => undefined,
        timers: {
          after(_, work) {
            timers.push(work);
            return () => {
              if (timers.includes(work)) timers.splice(timers.indexOf(work), 1);
            };
          },
        },
        clock: { read: () => ({ wall: (clock += 1), monotonic: clock, origin: 0 }) },
        ids: { make: () => `run-${(ids += 1)}` },
        signals: {
          listen(hear) {
            noticing.add(hear);
            return () => noticing.delete(hear);
          },
        },
        tabs: {
          announce: (whose) => hearing.forEach((hear) => hear(whose)),
          listen(hear) {
            hearing.add(hear);
            return () => hearing.delete(hear);
          },
        },
      };
      const library = createRunLibrary(ports);
      await library.start();
      return library;
    },
  };
  return device;
}
