import { isByLink, roleOf } from '../../domain/access/can.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventCommand, ScreensOf } from '../../domain/events/commands.ts';
import type { MadeScreen } from '../journal/store.ts';
import type { Workspace } from '../journal/workspace.ts';

/** Old pages, which ask nothing, change a link as the question suggests. */
const WITHDRAWN_UNASKED: readonly ScreensOf[] = ['guests'];

/** A screen ends with its maker's access, and with a changed link if the owner says so: in the same transaction. */
export async function withdrawScreens(
  { tx, events }: Pick<Workspace, 'tx' | 'events'>,
  command: EventCommand,
  changes: readonly Change[],
): Promise<void> {
  const isRotation = command.type === 'keys.rotate';
  if (!isRotation && !changes.some(({ type }) => type === 'admin-removed')) return;
  const event = events.get(command.eventId)!;
  const screens = await tx.readScreenMakers(event.id);
  if (screens.length === 0) return;
  const accounts = await tx.findAccounts(
    screens.flatMap(({ createdBy }) => createdBy ?? []),
    [],
  );
  const withdrawn = isRotation ? (command.withdraws ?? WITHDRAWN_UNASKED) : [];

  function isOver({ createdBy }: MadeScreen): boolean {
    if (createdBy === null) return withdrawn.includes('others');
    const account = accounts.find(({ userId }) => userId === createdBy);
    const verifiedEmail = account?.isConfirmed === true ? account.email : null;
    const maker = { userId: createdBy, isAnonymous: account === undefined, verifiedEmail, key: null };
    if (roleOf(maker, event) === 'none') return true;
    return withdrawn.includes(isByLink(maker, event) ? 'guests' : 'others');
  }
  const over = screens.filter(isOver).map(({ id }) => id);
  if (over.length > 0) await tx.removeScreens(event.id, over);
}
