import { useEffect, useState } from 'react';
import type { Tap } from '../../../domain/model/state.ts';
import { pictureStore, shareAllOf } from '../../pictures/keep-pictures.ts';
import { sharesPicturesOf } from '../../pictures/pictures-here.ts';
import { removeShared } from '../../pictures/picture-calls.ts';
import { callErrorOf } from '../../session/call-errors.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { OpenEvent } from '../event-context.ts';
import { findPhotoFinish, type PhotoFinishPictures } from './find-photo-finish.ts';
import { PhotoFinishView } from './photo-finish-view.tsx';

export interface PhotoFinishProps {
  readonly open: OpenEvent;
  readonly tap: Tap;
}

/** What a finish camera saw of one finish, from this device or from the organiser's event; nothing where there is none. */
export function PhotoFinish({ open, tap }: PhotoFinishProps) {
  const [found, setFound] = useState<PhotoFinishPictures | null>(null);
  const [isSharingAll, setIsSharingAll] = useState(() => sharesPicturesOf(open.eventId));
  const { confirm } = useAlert();

  useEffect(() => {
    let isOver = false;
    const look = () => {
      void findPhotoFinish(open.eventId, tap).then((pictures) => {
        if (!isOver) setFound(pictures);
      });
    };
    look();
    const stop = pictureStore().subscribe(look);
    return () => {
      isOver = true;
      stop();
    };
  }, [open.eventId, tap]);

  if (found === null) return null;
  const { kept, isOnServer } = found;

  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: 'Delete this photo finish?',
      message: isOnServer
        ? 'This deletes the strip and the pictures from this phone and from the event. The time stays.'
        : 'This deletes the strip and the pictures from this phone. Nobody can bring them back. The time stays.',
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    const removing = removeShared(open.eventId, tap.id);
    // Pictures that nobody meant to share any more may be there in part; without a signal those of this phone go all the same.
    const answer = isOnServer || kept?.sharing !== 'here' ? await removing : null;
    if (answer !== null && !answer.ok && answer.error.code !== 'picture-not-found') {
      showToast(answer.error.message);
      return;
    }
    await pictureStore().remove(({ tapId }) => tapId === tap.id);
    setFound(null);
  }

  return (
    <section aria-label="Photo finish" className="rounded-card border border-line p-4">
      <h3 className="text-14 font-[650] text-ink-2">Photo finish</h3>
      <PhotoFinishView found={found} timeZone={open.event.timeZone} />
      <p className="mt-3 text-14 text-ink-2" role="status">
        {describeSharing(found)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {kept?.sharing === 'here' && (
          <Button className="px-4!" onClick={() => void pictureStore().change(tap.id, { sharing: 'waiting' })}>
            Share with the organiser
          </Button>
        )}
        <Button variant="quiet" className="px-4! text-danger!" onClick={() => void remove()}>
          Delete photo finish
        </Button>
      </div>
      {kept !== null && (
        <SwitchRow
          label="Share every photo finish of this event"
          hint="This phone sends them to the organiser when there’s a signal. Taps go first."
          isOn={isSharingAll}
          onChange={(isOn) => {
            setIsSharingAll(isOn);
            void shareAllOf(open.eventId, isOn);
          }}
        />
      )}
    </section>
  );
}

function describeSharing({ kept, isOnServer }: PhotoFinishPictures): string {
  if (kept?.refusal !== undefined) return `Not shared. ${callErrorOf(kept.refusal).message}`;
  if (kept?.sharing === 'waiting') return 'Waiting to be shared. This goes on when there’s a signal.';
  if (isOnServer || kept?.sharing === 'sent')
    return 'Shared with everyone who times this event. Deleted after 30 days.';
  return 'On this phone only. Deleted after 30 days.';
}
