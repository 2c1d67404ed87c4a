import { type RefObject, useEffect } from 'react';
import { useStable } from '../../ui/use-stable.ts';
import { findKey, type KeyPlace, type ScreenKey, type ScreenKeys } from './screen-keys.ts';

type Screen = RefObject<HTMLElement | null>;

/** Hears the keys of a timing screen before the focused element does: Space on a racer's chip takes a time at the finish. */
export function useScreenKeys(screen: Screen, keys: ScreenKeys): void {
  const find = useStable((event: KeyboardEvent): ScreenKey | null =>
    isCovered(screen.current) ? null : findKey(keys, event, placeOf(event.target, screen.current)),
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const found = find(event);
      if (found === null) return;
      event.preventDefault();
      if (!event.repeat || found.repeats) found.run(event.timeStamp);
    };
    // Some browsers press the focused button when Space goes up.
    const onKeyUp = (event: KeyboardEvent) => find(event) !== null && event.preventDefault();
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, [find]);
}

/** A dialog above the screen has keys of its own, and what is behind it must not move. */
function isCovered(screen: HTMLElement | null): boolean {
  return [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(screen));
}

function placeOf(target: EventTarget | null, screen: HTMLElement | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.matches('[data-timing-button], [data-start-button]')) return 'timing-button';
  if (target.matches('input[type="search"]')) return 'search';
  const isChoice = target.matches('input:is([type="checkbox"], [type="radio"])');
  // A menu finds its entries by their first letters.
  if (
    !isChoice &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="menu"], [role="menu"] *'))
  )
    return 'typing';
  if (!isChoice && !target.matches('a, button, [role="tab"]')) return 'page';
  return screen?.contains(target) === false ? 'outside' : 'control';
}

/** Goes from one timing button of the screen to the next, or to the first where none has the focus. */
export function useWalk(screen: Screen): (by: 1 | -1) => void {
  return useStable((by: 1 | -1) => {
    const buttons = [...(screen.current?.querySelectorAll<HTMLElement>('[data-timing-button]:enabled') ?? [])];
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[index === -1 ? 0 : index + by]?.focus();
  });
}
