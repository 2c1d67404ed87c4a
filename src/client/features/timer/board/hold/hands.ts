/** A tap is followed by the next: the lists wait for so long after each. */
const AFTER_TAP_MS = 2_000;
/** Any other touch: a scroll, a menu, a name. */
const AFTER_TOUCH_MS = 1_000;

/** What the hands do on the screen. Rows may move once the hands are calm, and never before. */
export interface Hands {
  down(pointerId: number, at: number): void;
  up(pointerId: number, at: number): void;
  touch(at: number): void;
  tap(at: number): void;
  /** The page has lost the pointers: no `up` will come for those that are down. */
  forget(): void;
  /** The moment from which rows may move, unless there is a touch before; `Infinity` while a finger is down. */
  calmAt(): number;
}

export function createHands(): Hands {
  const isDown = new Set<number>();
  let calmAt = -Infinity;
  const restUntil = (at: number) => {
    calmAt = Math.max(calmAt, at);
  };
  return {
    down: (pointerId) => void isDown.add(pointerId),
    up(pointerId, at) {
      isDown.delete(pointerId);
      restUntil(at + AFTER_TOUCH_MS);
    },
    touch: (at) => restUntil(at + AFTER_TOUCH_MS),
    tap: (at) => restUntil(at + AFTER_TAP_MS),
    forget: () => isDown.clear(),
    calmAt: () => (isDown.size > 0 ? Infinity : calmAt),
  };
}

/** One screen, so one pair of hands. */
export const hands = createHands();

/** A finger that is down says nothing of when it will go. */
const LOOK_EVERY_MS = 250;

/** Runs once, as soon as the hands are calm; returns the function that calls it off. */
export function whenCalm(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    const wait = hands.calmAt() - performance.now();
    if (wait <= 0) run();
    else timer = setTimeout(look, Math.min(wait, LOOK_EVERY_MS));
  };
  timer = setTimeout(look);
  return () => clearTimeout(timer);
}
