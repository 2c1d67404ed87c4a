import { KeysDialog as Keys } from '../../ui/keys-dialog.tsx';

/** The keys of the board, as the list behind `?` shows them. */
const boardKeys = [
  { keys: ['↑', '↓'], does: 'Go from one Start or Finish to the next' },
  { keys: ['Enter'], does: 'Press it. The time counts when the key goes down' },
  { keys: ['/'], does: 'Search racers' },
  { keys: ['U'], does: 'Undo the last step' },
  { keys: ['?'], does: 'Show this list' },
] as const;

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return <Keys keys={boardKeys} onClose={onClose} />;
}
