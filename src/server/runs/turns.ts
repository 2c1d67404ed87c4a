export interface TurnLimits {
  readonly atOnce: number;
  /** Whoever comes after so many is sent away at once, instead of waiting for longer than anybody does. */
  readonly waiting: number;
  /** Of one address: else one that asks a lot would leave no place to others. */
  readonly waitingOfOne: number;
}

/** Dear work, a few at once, a short and fair queue behind them. */
export interface Turns {
  /**
   * Undefined when too many wait already. Else what ends the turn, once it has come; rejects when `signal` says that
   * nobody waits for the work any more.
   */
  take(who: string, signal: AbortSignal): Promise<() => void> | undefined;
}

export function createTurns({ atOnce, waiting, waitingOfOne }: TurnLimits): Turns {
  let running = 0;
  const queue: { readonly who: string; readonly go: () => void }[] = [];

  function end(): void {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next.go();
  }
  return {
    take(who, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (running < atOnce) {
        running += 1;
        return Promise.resolve(end);
      }
      const isFull = queue.length >= waiting || queue.filter((one) => one.who === who).length >= waitingOfOne;
      if (isFull) return undefined;
      return new Promise((resolve, reject) => {
        const place = {
          who,
          go() {
            signal.removeEventListener('abort', leave);
            resolve(end);
          },
        };
        function leave(): void {
          queue.splice(queue.indexOf(place), 1);
          reject(signal.reason);
        }
        signal.addEventListener('abort', leave, { once: true });
        queue.push(place);
      });
    },
  };
}
