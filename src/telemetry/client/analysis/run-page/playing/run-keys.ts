import { word } from '../../../../../domain/language.ts';

/** The keys of a run, as the list behind `?` shows them. */
export const runKeys = [
  { keys: [word('Space'), 'K'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'One frame back or on; with Shift one second' },
  { keys: ['J', 'L'], does: 'Ten seconds back or on' },
  { keys: [',', '.'], does: 'Play slower or faster' },
  { keys: ['[', ']'], does: 'Begin or end the section here' },
  { keys: ['+', '−'], does: 'Zoom in or out' },
  { keys: ['0'], does: 'Show the whole run' },
  { keys: [word('Home'), word('End')], does: 'To the beginning or the end of what is shown' },
  { keys: ['G'], does: 'Gauges over the video on or off' },
  { keys: ['?'], does: 'Show this list' },
] as const;

export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export type RunKeyStep =
  | { readonly type: 'toggle' | 'slower' | 'faster' | 'section-from' | 'section-to' | 'zoom-in' | 'zoom-out' }
  | { readonly type: 'whole' | 'first' | 'last' | 'gauges' | 'list' }
  | { readonly type: 'frames'; readonly by: number }
  | { readonly type: 'seconds'; readonly by: number };

const PLAIN: Readonly<Record<string, RunKeyStep>> = {
  ' ': { type: 'toggle' },
  k: { type: 'toggle' },
  j: { type: 'seconds', by: -10 },
  l: { type: 'seconds', by: 10 },
  ',': { type: 'slower' },
  '.': { type: 'faster' },
  '[': { type: 'section-from' },
  ']': { type: 'section-to' },
  '+': { type: 'zoom-in' },
  '=': { type: 'zoom-in' },
  '-': { type: 'zoom-out' },
  '−': { type: 'zoom-out' },
  '0': { type: 'whole' },
  Home: { type: 'first' },
  End: { type: 'last' },
  g: { type: 'gauges' },
  '?': { type: 'list' },
};

/** The focused element. A button takes Space for itself; typed keys belong to their field; a map moves by arrows. */
export type RunKeyPlace = 'typing' | 'button' | 'map' | 'elsewhere';

export function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey, place: RunKeyPlace): RunKeyStep | null {
  // With Alt the arrows lead to the page before.
  if (ctrlKey || metaKey || altKey || place === 'typing') return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (place === 'map') return null;
    const way = key === 'ArrowLeft' ? -1 : 1;
    return shiftKey ? { type: 'seconds', by: way } : { type: 'frames', by: way };
  }
  if (place === 'button' && key === ' ') return null;
  if (place === 'map' && ['+', '=', '-', '−', '0', 'Home', 'End'].includes(key)) return null;
  return PLAIN[key] ?? PLAIN[key.toLowerCase()] ?? null;
}
