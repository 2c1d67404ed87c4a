import type { MenuItem } from '../../../../ui/menu.tsx';

/** Other screens of an event, for example at its start or finish; each is an address of its own. First under '…'. */
export function viewItems(_eventId: string): readonly MenuItem[] {
  return [];
}
