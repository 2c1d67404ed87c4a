export type SetTimer = (callback: () => void, ms: number) => () => void;

export interface Pauses {
  pause(ms: number): Promise<void>;
  /** Ends the pause; where there is none, the next one. */
  readonly wake: () => void;
}

const FIRST_MS = 1000;
const LAST_MS = 5000;
const SLOWING = 1.2;

/** Credits come within a second or two; after that, asking as often does not help. */
export const pauseAfter = (asked: number): number => Math.min(FIRST_MS * SLOWING ** asked, LAST_MS);

export function createPauses(setTimer: SetTimer): Pauses {
  let end: (() => void) | null = null;
  let isWoken = false;
  return {
    async pause(ms) {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const cancel = setTimer(resolve, ms);
          end = () => {
            cancel();
            resolve();
          };
        });
      end = null;
      isWoken = false;
    },
    wake() {
      if (end === null) isWoken = true;
      else end();
    },
  };
}
