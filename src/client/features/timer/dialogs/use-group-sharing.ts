import { errors } from '../../../../protocol/errors.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { recordAndHear } from '../../../event/await-answer.ts';

const SHARED = 'Event shared to your public group successfully!';
const FAILED = 'Failed to share event. Please try again.';

export interface GroupSharing {
  /** True where the event can be shared now; otherwise the reason has been said. */
  readonly mayShare: () => Promise<boolean>;
  readonly share: (initialsOnly: boolean) => Promise<void>;
  readonly withdraw: () => Promise<void>;
}

/** Everyone with the public address sees the group, so the success is reported only once the event is in it. */
export function useGroupSharing({ sync, eventId, event }: OpenEvent): GroupSharing {
  const { alert } = useAlert();

  async function mayShare(): Promise<boolean> {
    if (event.awaitingCredits) await alert(errors['awaiting-credits'].text);
    else if (!navigator.onLine) showToast(FAILED, { tone: 'bad' });
    else return true;
    return false;
  }

  async function share(initialsOnly: boolean): Promise<void> {
    if (initialsOnly !== event.initialsOnly) {
      // First the initials: in the other order the names would be public for a moment.
      const hidden = await recordAndHear(sync, eventId, { type: 'event.configure', initialsOnly });
      if (hidden.kind !== 'accepted') return void showToast(FAILED, { tone: 'bad' });
    }
    const outcome = await recordAndHear(sync, eventId, { type: 'group.share' });
    if (outcome.kind === 'accepted') showToast(SHARED, { tone: 'good' });
    else if (outcome.kind === 'waiting') showToast('We share the event as soon as the server answers.');
    else if (outcome.code === 'awaiting-credits') await alert(errors['awaiting-credits'].text);
    else showToast(FAILED, { tone: 'bad' });
  }

  async function withdraw(): Promise<void> {
    const outcome = await recordAndHear(sync, eventId, { type: 'group.withdraw' });
    if (outcome.kind === 'accepted') showToast('Event removed from your public group.', { tone: 'good' });
    else if (outcome.kind === 'waiting')
      showToast('We take the event out of your public group as soon as the server answers.');
    else showToast(errors[outcome.code].text, { tone: 'bad' });
  }

  return { mayShare, share, withdraw };
}
