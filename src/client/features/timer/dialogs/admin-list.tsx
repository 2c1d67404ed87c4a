import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { errors } from '../../../../protocol/errors.ts';
import { useViewer } from '../../../session/viewer.ts';
import { type ConfirmOptions, useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { recordAndHear } from '../../../event/await-answer.ts';
import { listAdmins, type ListedAdmin, YOU } from './list-admins.ts';
import { usePeople } from './use-people.ts';

export function AdminList({ open }: { readonly open: OpenEvent }) {
  const { answer: people, error, retry } = usePeople(open);
  const { alert, confirm } = useAlert();
  const viewer = useViewer();
  const { event } = open;
  const admins = listAdmins(event, people, open.shown.actor.userId);

  async function run(question: ConfirmOptions, body: EventCommandBody, done: string): Promise<void> {
    if (!(await confirm(question))) return;
    const outcome = await recordAndHear(open.sync, open.eventId, body);
    if (outcome.kind === 'accepted') showToast(done, { tone: 'good' });
    else if (outcome.kind === 'waiting') showToast('Kept on this device, and sent as soon as the server answers.');
    else showToast(errors[outcome.code].text, { tone: 'bad' });
  }

  function remove({ admin, name, along }: ListedAdmin): void {
    if (admin === null) return;
    const others = along.length === 0 ? '' : ` The people they invited go too: ${along.join(', ')}.`;
    void run(
      {
        title: `Remove ${name}?`,
        message: `They lose access at once, and screens that they made go dark.${others} The admin link changes with it, because they know the old one. Send the new link to everyone who still needs it. All other admins stay.`,
        confirmLabel: 'Remove',
        danger: true,
      },
      admin.kind === 'user'
        ? { type: 'admin.remove', userId: admin.userId }
        : { type: 'admin.uninvite', email: admin.email },
      'Admin removed. The admin link is new.',
    );
  }

  function handOver({ admin, name, mustConfirm }: ListedAdmin): void {
    if (admin?.kind !== 'user') return;
    if (viewer.kind === 'user' && !viewer.emailVerified) {
      return void alert(errors['address-not-confirmed'].text, { title: 'You haven’t confirmed your address yet' });
    }
    if (mustConfirm) {
      return void alert(errors['new-owner-not-confirmed'].text, { title: `${name} can’t take it over yet` });
    }
    void run(
      {
        title: `Hand the event over to ${name}?`,
        message: `It’s theirs then. Only they can rename, share, delete or hand it over. You stay an admin.${event.sharedGroup === null ? '' : ' It leaves your public group.'}`,
        confirmLabel: 'Hand over',
        danger: true,
      },
      { type: 'owner.change', userId: admin.userId },
      'Event handed over.',
    );
  }

  function leave(): void {
    void run(
      {
        title: 'Leave this event?',
        message: 'You can no longer time it, and screens that you made go dark. With the admin link you can come back.',
        confirmLabel: 'Leave',
        danger: true,
      },
      { type: 'admin.leave' },
      'You’ve left the event.',
    );
  }

  function actionsFor(admin: ListedAdmin): MenuItem[] {
    const items: MenuItem[] = [];
    if (admin.isMe && open.may('leave')) items.push({ label: 'Leave', danger: true, onSelect: leave });
    if (admin.canOwn && open.may('handOver')) items.push({ label: 'Hand over', onSelect: () => handOver(admin) });
    if (admin.admin !== null && !admin.isMe && open.may('removeAdmins')) {
      items.push({ label: 'Remove', danger: true, onSelect: () => remove(admin) });
    }
    return items;
  }

  if (people === null && error === null) {
    return (
      <LoadingRegion label="Loading the admins">
        <Skeleton className="h-28 w-full" />
      </LoadingRegion>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {error !== null && (
        <Notice tone="info">
          We can’t load names right now: {error.message}{' '}
          <button type="button" onClick={retry} className="link font-[650]">
            Try again
          </button>
        </Notice>
      )}
      <ul className="divide-y divide-line">
        {admins.map((admin) => (
          <AdminRow key={admin.key} admin={admin} actions={actionsFor(admin)} />
        ))}
      </ul>
      {admins.length === 1 && <p className="text-ink-2">Nobody else yet. Send the link, and two can time at once.</p>}
    </div>
  );
}

function AdminRow({ admin, actions }: { readonly admin: ListedAdmin; readonly actions: MenuItem[] }) {
  const only = actions.length === 1 ? actions[0] : undefined;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-[650]">
          <bdi>{admin.name}</bdi>
          {admin.isMe && admin.name !== YOU && <span className="font-normal text-ink-2"> (you)</span>}
        </p>
        <p className="truncate text-14 text-ink-2">{admin.about}</p>
      </div>
      {only !== undefined && only !== 'separator' && 'onSelect' in only && only.onSelect !== undefined ? (
        <Button
          variant="quiet"
          className={only.danger ? 'px-3! text-danger!' : 'px-3!'}
          aria-label={`${String(only.label)}: ${admin.name}`}
          onClick={only.onSelect}
        >
          {only.label}
        </Button>
      ) : (
        actions.length > 0 && (
          <Menu
            label={`Change ${admin.name}`}
            trigger={
              <Button variant="quiet" className="px-3!">
                Change <ChevronIcon className="size-4" />
              </Button>
            }
            items={actions}
          />
        )
      )}
    </li>
  );
}
