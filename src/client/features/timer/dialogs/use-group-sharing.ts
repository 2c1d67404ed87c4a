import { errors } from '../../../../protocol/errors.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { OpenEvent } from '../event-context.ts';
import { recordAndHear } from './await-answer.ts';

const SHARED = 'Event shared to your public group successfully!';
const FAILED = 'Failed to share event. Please try again.';

export interface GroupSharing {
  readonly share: () => Promise<void>;
  readonly withdraw: () => Promise<void>;
}

/** Everyone with the public address sees the group, so the success is reported only once the event is in it. */
export function useGroupSharing({ sync, eventId, event }: OpenEvent): GroupSharing {
  const { alert } = useAlert();

  async function share(): Promise<void> {
    if (event.awaitingCredits) return alert(errors['awaiting-credits'].text);
    if (!navigator.onLine) return void showToast(FAILED, { tone: 'bad' });
    const outcome = await recordAndHear(sync, eventId, { type: 'group.share' });
    if (outcome.kind === 'accepted') showToast(SHARED, { tone: 'good' });
    else if (outcome.kind === 'waiting') showToast('The event is shared as soon as the server answers.');
    else if (outcome.code === 'awaiting-credits') await alert(errors['awaiting-credits'].text);
    else showToast(FAILED, { tone: 'bad' });
  }

  async function withdraw(): Promise<void> {
    const outcome = await recordAndHear(sync, eventId, { type: 'group.withdraw' });
    if (outcome.kind === 'accepted') showToast('Event withdrawn from your public group.', { tone: 'good' });
    else if (outcome.kind === 'waiting') showToast('The event is withdrawn as soon as the server answers.');
    else showToast(errors[outcome.code].text, { tone: 'bad' });
  }

  return { share, withdraw };
}
