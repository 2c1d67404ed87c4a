/** The keys of the board, as the list behind `?` shows them. */
export const boardKeys = [
  { keys: ['↑', '↓'], does: 'Go from one Start or Finish to the next' },
  { keys: ['Enter'], does: 'Press it: the time is taken when the key goes down' },
  { keys: ['/'], does: 'Search racers' },
  { keys: ['U'], does: 'Undo the last step' },
  { keys: ['?'], does: 'Show this list' },
] as const;

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

/** The focused element. `typing`: letters belong to the field; `elsewhere`: another control, or nothing. */
export type KeyPlace = 'typing' | 'search' | 'timing-button' | 'elsewhere';

export type KeyStep = 'previous' | 'next' | 'search' | 'undo' | 'list';

export function stepOf({ key, ctrlKey, metaKey, altKey, repeat }: PressedKey, place: KeyPlace): KeyStep | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (place === 'timing-button' && (key === 'ArrowUp' || key === 'ArrowDown')) {
    return key === 'ArrowUp' ? 'previous' : 'next';
  }
  if (place === 'search') return key === 'ArrowDown' || key === 'Enter' ? 'next' : null;
  if (place === 'typing' || repeat) return null;
  if (key === '/') return 'search';
  if (key === '?') return 'list';
  return key.toLowerCase() === 'u' ? 'undo' : null;
}
