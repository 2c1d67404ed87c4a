import { useEffect } from 'react';
import { type RunKeyPlace, type RunKeyStep, stepOf } from './run-keys.ts';

export function useRunKeys(onStep: (step: RunKeyStep) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog has keys of its own, and the screen behind it must not move.
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const step = stepOf(event, placeOf(event.target));
      if (step === null) return;
      event.preventDefault();
      onStep(step);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onStep]);
}

function placeOf(target: EventTarget | null): RunKeyPlace {
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  // The slider of the player is moved like everything else, frame by frame.
  if (target.matches('input[type="range"]')) return 'elsewhere';
  if (target.isContentEditable || target.matches('input, textarea, select, [role="menu"], [role="menu"] *'))
    return 'typing';
  if (target.matches('[role="application"], [role="application"] *')) return 'map';
  return target.matches('button, a, summary') ? 'button' : 'elsewhere';
}
