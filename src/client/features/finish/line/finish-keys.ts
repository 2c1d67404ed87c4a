import { type ScreenKeys, WITHIN } from '../../../timing/keys/screen-keys.ts';
import type { RemoteKey } from './remote.ts';
import type { Take } from '../../../timing/waiting/use-take.ts';

export interface FinishKeySteps {
  readonly take: Take;
  readonly remoteKey: RemoteKey | null;
  /** The number that is being typed. */
  readonly typed: string;
  readonly type: (digit: string) => void;
  readonly erase: () => void;
  readonly give: () => void;
  /** Null when there is nothing on top of the list. */
  readonly cancel: (() => void) | null;
}

/**
 * Space taps wherever the focus is: the last chip that was pressed has it, and a racer who crosses must not be given
 * another time. Buttons are pressed with Enter, unless a remote sends it.
 */
export function listFinishKeys({ take, remoteKey, typed, type, erase, give, cancel }: FinishKeySteps): ScreenKeys {
  const key = (run: (timeStamp: number) => void) => ({ run, places: WITHIN });
  const tap = key((timeStamp) => take(timeStamp, 'key'));
  return {
    ...Object.fromEntries([...'0123456789'].map((digit) => [digit, key(() => type(digit))])),
    ' ': tap,
    ...(remoteKey !== null && { [remoteKey]: tap }),
    ...(typed !== '' && { Enter: key(give), Backspace: { ...key(erase), repeats: true } }),
    ...(cancel !== null && { Escape: key(cancel) }),
  };
}
