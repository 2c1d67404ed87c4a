import { useEffect } from 'react';
import { useStable } from '../../../ui/use-stable.ts';

export type GateKey = 'start' | 'hold' | 'skip' | 'dns' | 'undo';

const KEYS: Readonly<Record<string, GateKey>> = {
  ' ': 'start',
  Enter: 'start',
  h: 'hold',
  s: 'skip',
  d: 'dns',
  u: 'undo',
};

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

/** `control`: a button or field has the focus, and Space and Enter are its own. */
export function gateKeyOf({ key, ctrlKey, metaKey, altKey, repeat }: Pressed, focus: 'page' | 'control' | 'typing') {
  if (ctrlKey || metaKey || altKey || repeat || focus === 'typing') return null;
  const step = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
  return step === 'start' && focus === 'control' ? null : step;
}

export function useGateKeys(onKey: (key: GateKey, timeStamp: number) => void): void {
  const hear = useStable(onKey);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const step = gateKeyOf(event, focusOf(event.target));
      if (step === null) return;
      event.preventDefault();
      hear(step, event.timeStamp);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hear]);
}

function focusOf(target: EventTarget | null): 'page' | 'control' | 'typing' {
  if (!(target instanceof HTMLElement) || target.matches('[data-start-button]')) return 'page';
  if (target.matches('select, textarea, input:not([type="checkbox"])') || target.isContentEditable) return 'typing';
  return target.matches('a, button, input, [role="menuitem"], [role="tab"]') ? 'control' : 'page';
}
