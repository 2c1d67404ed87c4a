import { type BoardKeyParts, useBoardKeys } from './use-board-keys.ts';

/** The keys of a viewer's board, loaded once the board is live: most viewers hold a phone. */
export function BoardKeys(parts: BoardKeyParts) {
  useBoardKeys(parts);
  return null;
}
