import { IconButton } from './icon-button.tsx';
import { keepFocusInSection } from './keep-focus.ts';
import { TrashIcon } from './tool-icons.tsx';

/** Deletes the row in which it stands: the focus stays in the section when the row goes. */
export function DeleteButton({ name, onDelete }: { readonly name: string; readonly onDelete: () => void }) {
  return (
    <IconButton
      label={`Delete: ${name}`}
      title="Delete"
      onClick={(press) => {
        keepFocusInSection(press.currentTarget);
        onDelete();
      }}
    >
      <TrashIcon />
    </IconButton>
  );
}
