import type { RacerCommandBody } from '../../../domain/racers/library.ts';
import { errors } from '../../../protocol/errors.ts';
import { hearAnswer } from '../../sync/await-answer.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';

interface Named {
  readonly racerId: string;
  readonly name: string;
}

/** Records that two racers are one person; `onDone` is called when the page should be read anew. */
export async function mergeRacers(sync: SyncClient, merged: Named, kept: Named, onDone: () => void): Promise<void> {
  const isDone = await change(sync, merged.racerId, { type: 'racer.merge', into: kept.racerId });
  if (!isDone) return;
  onDone();
  showUndo({
    message: `${merged.name} is ${kept.name} now`,
    undo: () => void separateRacer(sync, merged.racerId, onDone),
  });
}

export async function separateRacer(sync: SyncClient, racerId: string, onDone: () => void): Promise<void> {
  if (await change(sync, racerId, { type: 'racer.separate' })) onDone();
}

/** Sends a merge or a separation, and shows it once it is sent: only the server can join the results. */
async function change(sync: SyncClient, racerId: string, body: RacerCommandBody): Promise<boolean> {
  const { command } = await sync.recordForRacer(racerId, body);
  const outcome = await hearAnswer(sync, [command.id]);
  if (outcome.kind === 'refused') showToast(errors[outcome.code].text, { tone: 'bad' });
  if (outcome.kind === 'waiting') showToast('Saved on this device. It goes out as soon as there’s a signal.');
  return outcome.kind === 'accepted';
}
