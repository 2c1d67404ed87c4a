import { Button } from '../../../../ui/button.tsx';
import { PlusIcon } from '../../../../ui/tool-icons.tsx';

export interface BoardActionsProps {
  readonly mayAdd: boolean;
  readonly mayInvite: boolean;
  readonly onAdd: () => void;
  readonly onInvite: () => void;
}

/** Shown beside the name where there is room. */
export function BoardActions({ mayAdd, mayInvite, onAdd, onInvite }: BoardActionsProps) {
  if (!mayAdd && !mayInvite) return null;
  return (
    <div className="flex gap-2.5">
      {mayAdd && (
        <Button onClick={onAdd}>
          <PlusIcon />
          Add Racers
        </Button>
      )}
      {mayInvite && <Button onClick={onInvite}>Invite Admin</Button>}
    </div>
  );
}
