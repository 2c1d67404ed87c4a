/** Place of the focus. In `search` and `typing` letters belong to the field; on a control Space and Enter press it. */
export type KeyPlace = 'page' | 'timing-button' | 'control' | 'outside' | 'search' | 'typing';

/** Wherever no field has the focus. */
export const ANYWHERE: readonly KeyPlace[] = ['page', 'timing-button', 'control', 'outside'];
/** A control beside the screen, such as Undo in the bar of the page, keeps its Space and Enter. */
export const WITHIN: readonly KeyPlace[] = ['page', 'timing-button', 'control'];

export interface ScreenKey {
  /** `timeStamp`: when the key went down. */
  readonly run: (timeStamp: number) => void;
  readonly places: readonly KeyPlace[];
  /** Goes on while it is held down. Every other key is one press then. */
  readonly repeats?: true;
}

/** The keys of a timing screen by their names, letters small. */
export type ScreenKeys = Readonly<Record<string, ScreenKey>>;

export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Null where the key is the browser's or the focused field's. */
export function findKey(keys: ScreenKeys, pressed: PressedKey, place: KeyPlace): ScreenKey | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const found = keys[pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key];
  return found?.places.includes(place) ? found : null;
}

/** The arrows go from one timing button to the next. */
export function walkKeys(walk: (by: 1 | -1) => void): Record<'ArrowUp' | 'ArrowDown', ScreenKey> {
  const places: readonly KeyPlace[] = ['timing-button'];
  return {
    ArrowUp: { run: () => walk(-1), places, repeats: true },
    ArrowDown: { run: () => walk(1), places, repeats: true },
  };
}
