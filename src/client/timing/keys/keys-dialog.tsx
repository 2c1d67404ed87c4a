import { KeysDialog as Keys } from '../../ui/keys-dialog.tsx';
import { boardKeys } from './board-keys.ts';

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return <Keys keys={boardKeys} onClose={onClose} />;
}
