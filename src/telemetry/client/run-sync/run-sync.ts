import type { RunSyncPorts } from './ports.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { CallError } from '../../../client/session/create-call.ts';
import { backoffMs } from '../../../client/sync/backoff.ts';
import { deletedAtOf, detailsOf, hasSomethingToSend, type StoredRun, withConfirmed } from './stored-run.ts';
import { refreshRuns, type RunRefreshPorts } from './run-refresh.ts';

export interface RunSync {
  /** Sends waiting changes; `refresh` also fetches what is new. Resolves when all of it has been tried once. */
  run(options?: { readonly refresh?: boolean }): Promise<void>;
  /** Ends the pause before the next try: the signal is back, or the page is visible. */
  wake(): void;
  stop(): void;
}

const RETRY = { firstMs: 2_000, mostMs: 300_000 };
/** A sleeping tab may hold the lock: after a minute the lock is stolen, since sending twice does no harm. */
const LOCK_RETRY_MS = 2_000;
const LOCK_PATIENCE = 30;
/** Least time between two refreshes, for users who switch between two windows. */
const FRESH_MS = 15_000;
const MOST_REBASES = 5;
/** Codes of a server that is being replaced, or about the session: the run itself is not refused. */
const NOT_ABOUT_THE_RUN: readonly string[] = ['unauthenticated', 'not-found', 'unimplemented', 'no-profile'];

const isRefusal = ({ retry, code }: CallError): boolean => retry === 'never' && !NOT_ABOUT_THE_RUN.includes(code);

export function createRunSync({
  userId,
  storage,
  calls,
  clock,
  timers,
  lock,
  random,
  log,
  isCurrent,
  onStored,
  onListed,
}: RunSyncPorts): RunSync {
  let running: Promise<void> | null = null;
  let isWantedAgain = false;
  let wantsRefresh = false;
  let freshAt = -Infinity;
  let failures = 0;
  let cancelRetry: (() => void) | null = null;
  let isStopped = false;

  async function sendDetails(first: StoredRun): Promise<Result<null, CallError>> {
    let stored: StoredRun | undefined = first;
    for (let tries = 0; stored?.change; tries += 1) {
      const { id, confirmed, change }: StoredRun = stored;
      const sent = change!;
      const answer = await calls.put(id, {
        basedOn: confirmed?.version ?? null,
        details: detailsOf(stored),
        isDeleted: deletedAtOf(stored) !== null,
      });
      if (answer.ok) {
        const run = answer.value;
        await storage.updateRun(userId, id, (now) => now && withConfirmed(now, run, sent));
      } else if (answer.error.code === 'run-changed' && tries < MOST_REBASES) {
        const theirs = await calls.read(id, null);
        if (!theirs.ok) return theirs;
        await storage.updateRun(userId, id, (now) => now && { ...now, confirmed: theirs.value });
      } else {
        return answer;
      }
      stored = await storage.readRun(userId, id);
    }
    return ok(null);
  }

  async function sendSamples({ id, unsent }: StoredRun): Promise<Result<null, CallError>> {
    for (const sourceId of unsent) {
      const bytes = await storage.readSamples(id, sourceId);
      const answer = bytes === undefined ? ok(null) : await calls.putSamples(id, sourceId, bytes);
      if (!answer.ok) return refuse(answer.error);
      await storage.updateRun(
        userId,
        id,
        (now) => now && { ...now, unsent: now.unsent.filter((waiting) => waiting !== sourceId) },
      );
    }
    return ok(null);
  }

  const isOver = () => isStopped || !isCurrent();

  async function sendAll(): Promise<boolean> {
    let isAllDone = true;
    for (const { id } of (await storage.listRuns(userId)).filter(hasSomethingToSend)) {
      const stored = await storage.readRun(userId, id);
      if (isOver() || stored === undefined) continue;
      const details = await sendDetails(stored);
      // Details go first: the server takes samples only of sources that it knows.
      const answer = details.ok ? await sendSamples(stored) : details;
      if (!answer.ok) {
        const { error } = answer;
        if (isRefusal(error)) await storage.updateRun(userId, id, (now) => now && { ...now, refusal: error.code });
        else isAllDone = false;
      }
      await onStored();
      // Without a network or a session the next run would fail as well.
      if (!answer.ok && !isRefusal(answer.error)) return false;
    }
    return isAllDone;
  }

  const last: RunRefreshPorts['last'] = { own: null };
  const refresh = () => refreshRuns({ userId, storage, calls, onStored, onListed, isOver, last });

  async function work(): Promise<void> {
    do {
      isWantedAgain = false;
      if (isOver()) return;
      const isSent = await sendAll();
      let isFresh = true;
      if (wantsRefresh && isSent) {
        isFresh = await refresh();
        if (isFresh) {
          wantsRefresh = false;
          freshAt = clock.read().wall;
        }
      }
      if (isSent && isFresh) failures = 0;
      else {
        failures += 1;
        break;
      }
    } while (isWantedAgain);
    if (failures > 0 && !isOver()) cancelRetry = timers.after(backoffMs(failures, random, RETRY), () => void run());
  }

  /** Sends waiting changes in one tab at a time, so that each is sent once. */
  async function workAlone(): Promise<void> {
    for (let missed = 0; !isOver(); missed += 1) {
      if (await lock.run(work, { steal: missed >= LOCK_PATIENCE })) return;
      await new Promise<void>((resolve) => {
        timers.after(LOCK_RETRY_MS, resolve);
      });
    }
  }

  /** Repeats until nothing more is asked for: a request made while it runs is done when it resolves, or tried later. */
  async function runWanted(): Promise<void> {
    do {
      try {
        await workAlone();
      } catch (error) {
        isWantedAgain = false;
        log('Runs could not be sent', { error });
      }
    } while (isWantedAgain && cancelRetry === null && !isOver());
    running = null;
  }

  function run({ refresh: asksRefresh = false } = {}): Promise<void> {
    wantsRefresh ||= asksRefresh;
    isWantedAgain = true;
    cancelRetry?.();
    cancelRetry = null;
    running ??= runWanted();
    return running;
  }

  return {
    run,
    wake() {
      failures = 0;
      void run({ refresh: clock.read().wall - freshAt > FRESH_MS });
    },
    stop() {
      isStopped = true;
      cancelRetry?.();
    },
  };
}
