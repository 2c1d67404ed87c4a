import { type RefObject, useEffect } from 'react';
import { useStable } from '../../../ui/use-stable.ts';
import type { RemoteKey } from './remote.ts';
import type { Take } from './use-take.ts';

export interface FinishKeys {
  readonly screen: RefObject<HTMLElement | null>;
  readonly take: Take;
  readonly remoteKey: RemoteKey | null;
  /** The number that is being typed. */
  readonly typed: string;
  readonly type: (digit: string) => void;
  readonly erase: () => void;
  readonly give: () => void;
  /** Null when there is nothing on top of the list. */
  readonly cancel: (() => void) | null;
  /** Another part of the screen listens to the keys. */
  readonly isOff: boolean;
}

/**
 * Space taps wherever the focus is: the last chip that was pressed has it, and a racer who crosses must not be given
 * another time. Buttons are pressed with Enter, unless a remote sends it.
 */
export function useFinishKeys(keys: FinishKeys): void {
  const onKeyDown = useStable((event: KeyboardEvent) => {
    const { take, remoteKey, typed, type, erase, give, cancel, isOff } = keys;
    if (isOff || isElsewhere(event, keys.screen.current)) return;
    const isTyped = typed !== '';
    if (event.key === 'Enter' && isTyped) return run(event, give);
    if (event.key === ' ' || event.key === remoteKey) return run(event, () => take(event.timeStamp, 'key'));
    if (/^\d$/.test(event.key)) return run(event, () => type(event.key));
    if (event.key === 'Backspace' && isTyped) return run(event, erase, true);
    if (event.key === 'Escape' && cancel !== null) return run(event, cancel);
  });
  const onKeyUp = useStable((event: KeyboardEvent) => {
    // Some browsers press the focused button when Space goes up.
    const isTap = event.key === ' ' && !keys.isOff && !isElsewhere(event, keys.screen.current);
    if (isTap) event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, [onKeyDown, onKeyUp]);
}

/** A key that is held down repeats itself, and is one press all the same. */
function run(event: KeyboardEvent, step: () => void, repeats = false): void {
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat || repeats) step();
}

/** A shortcut of the browser, or a dialog above this screen. */
function isElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent, screen: HTMLElement | null): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return target instanceof Node && target !== document.body && screen?.contains(target) === false;
}
