/** Work of the background that is looked for again and again, one round after the other. */
export interface Rounds {
  /** Says that there is work: the next round begins as soon as the one under way is over. */
  wake(): void;
  /** Resolves when a round that begins from now on is over. */
  workOff(): Promise<void>;
  /** Ends the round under way by its signal, and waits for it. */
  stop(): Promise<void>;
}

export interface RoundsParts {
  /** Does all that is due now. Resolves with the pause until more is due, if that is known. */
  round(stop: AbortSignal): Promise<number | undefined | void>;
  /** Gets what a round has thrown; the work is tried again. */
  onFailure(error: unknown): void;
  /** The longest pause between two rounds: news of work may be lost. Without it a round comes only when woken. */
  readonly everyMs?: number;
  /** The pause after a failure, where it is shorter. */
  readonly retryMs?: number;
  /** Pause before a woken round: news that come close together are one round. */
  readonly gatherMs?: number;
}

/** The first round begins when woken, or after the first pause. */
export function startRounds({ round, onFailure, everyMs, retryMs = everyMs, gatherMs }: RoundsParts): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<void> = Promise.resolve();
  /** The next round: all who ask before it begins share it. */
  let next: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let pausing: NodeJS.Timeout | undefined;

  async function take(): Promise<void> {
    next = undefined;
    clearTimeout(pausing);
    if (signal.aborted) return;
    let pauseMs = everyMs;
    try {
      const dueMs = await round(signal);
      if (typeof dueMs === 'number') pauseMs = Math.min(Math.max(0, dueMs), everyMs ?? Number.POSITIVE_INFINITY);
    } catch (error) {
      onFailure(error);
      pauseMs = retryMs;
    }
    pause(pauseMs);
  }
  function pause(ms: number | undefined): void {
    if (ms !== undefined && !signal.aborted) pausing = setTimeout(() => void workOff(), ms).unref();
  }
  function workOff(): Promise<void> {
    next ??= last.then(take);
    last = next;
    return next;
  }
  function wake(): void {
    if (signal.aborted) return;
    if (gatherMs === undefined) return void workOff();
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void workOff();
    }, gatherMs).unref();
  }
  pause(everyMs);
  return {
    wake,
    workOff,
    async stop() {
      stopping.abort();
      clearTimeout(gathering);
      clearTimeout(pausing);
      await last;
    },
  };
}
