import type { RefObject } from 'react';
import { ANYWHERE, type ScreenKeys, walkKeys } from './screen-keys.ts';
import { useScreenKeys, useWalk } from './use-screen-keys.ts';

export interface BoardSteps {
  readonly onSearch: () => void;
  readonly onList: () => void;
  readonly onUndo: () => void;
}

export function listBoardKeys(walk: (by: 1 | -1) => void, { onSearch, onList, onUndo }: BoardSteps): ScreenKeys {
  const { ArrowUp, ArrowDown } = walkKeys(walk);
  return {
    ArrowUp,
    ArrowDown: { ...ArrowDown, places: [...ArrowDown.places, 'search'] },
    Enter: { run: () => walk(1), places: ['search'] },
    '/': { run: onSearch, places: ANYWHERE },
    '?': { run: onList, places: ANYWHERE },
    u: { run: onUndo, places: ANYWHERE },
  };
}

export interface BoardKeysProps extends BoardSteps {
  readonly board: RefObject<HTMLElement | null>;
}

export function useBoardKeys({ board, ...steps }: BoardKeysProps): void {
  useScreenKeys(board, listBoardKeys(useWalk(board), steps));
}

/** Draws nothing: a part of the page that a phone need not wait for. */
export function BoardKeys(props: BoardKeysProps): null {
  useBoardKeys(props);
  return null;
}
