import { ANYWHERE, type ScreenKeys } from '../../../timing/keys/screen-keys.ts';

/** Null where there is nobody to do it for. */
export interface GateKeySteps {
  readonly start: (timeStamp: number) => void;
  readonly hold: (() => void) | null;
  readonly skip: (() => void) | null;
  readonly dns: (() => void) | null;
  readonly undo: () => void;
}

export function listGateKeys({ start, hold, skip, dns, undo }: GateKeySteps): ScreenKeys {
  // Space on Undo must undo, and not send the next racer.
  const onStart = { run: start, places: ['page', 'timing-button'] } as const;
  return {
    ' ': onStart,
    Enter: onStart,
    h: { run: () => hold?.(), places: ANYWHERE },
    s: { run: () => skip?.(), places: ANYWHERE },
    d: { run: () => dns?.(), places: ANYWHERE },
    u: { run: undo, places: ANYWHERE },
  };
}
