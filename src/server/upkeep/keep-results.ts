import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { catchUpResults, findBehind } from '../storage/catch-up-results.ts';
import type { Storage } from '../storage/engine.ts';

const EVERY_MS = 10 * 60_000;
const EVENTS_AT_ONCE = 500;
/** Pause between two events, so that the work on all of them takes little of any second. */
const REST_MS = 20;

/** Brings stored results up to date for events that a release without stored results made or changed. */
export interface KeptResults {
  /** Goes through all events once. */
  workOff(): Promise<void>;
  stop(): Promise<void>;
}

export function startKeepingResults(storage: Storage, log: Log): KeptResults {
  const stopping = new AbortController();
  const { signal } = stopping;
  let working = Promise.resolve();

  async function pass(): Promise<void> {
    for (let last: string | null = ''; last !== null && !signal.aborted;) {
      const page: Awaited<ReturnType<typeof findBehind>> = await findBehind(storage, last, EVENTS_AT_ONCE);
      for (const eventId of page.behind) {
        if (signal.aborted) return;
        try {
          await catchUpResults(storage, eventId);
        } catch (error) {
          log.error('The results of an event could not be brought up to date; it is tried again', { error, eventId });
        }
        await sleep(REST_MS, undefined, { signal, ref: false }).catch(() => {});
      }
      last = page.last;
    }
  }
  function workOff(): Promise<void> {
    working = working.then(pass).catch((error: unknown) => {
      log.error('Stored results could not be brought up to date; it is tried again', { error });
    });
    return working;
  }
  const timer = setInterval(() => void workOff(), EVERY_MS);
  timer.unref();
  void workOff();
  return {
    workOff,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await working;
    },
  };
}
