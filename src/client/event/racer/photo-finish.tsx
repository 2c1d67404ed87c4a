import { useEffect, useState } from 'react';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import { epochMs } from '../../../domain/units.ts';
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
import { PictureCanvas } from './picture-canvas.tsx';

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
      <Strip found={found} timeZone={open.event.timeZone} />
      <ul className="mt-3 grid grid-cols-3 gap-2">
        {found.frames.map((frame) => (
          <li key={frame.at}>
            <PictureCanvas
              picture={frame.picture}
              line={found.line}
              label={`Picture at ${formatExactTime(frame.at, open.event.timeZone)}`}
              className="block w-full rounded-button"
            />
            <p className="digits mt-1 text-13 text-ink-2">{formatExactTime(frame.at, open.event.timeZone)}</p>
          </li>
        ))}
      </ul>
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

interface StripProps {
  readonly found: PhotoFinishPictures;
  readonly timeZone: string;
}

/** The strip with its cursor: each column is a moment at the line. */
function Strip({ found, timeZone }: StripProps) {
  const { at, columns, strip } = found;
  const [index, setIndex] = useState(() => nearestToZero(columns));
  const moment = formatExactTime(epochMs(Math.round(at + columns[index]!)), timeZone);
  return (
    <div className="mt-2">
      <div className="overflow-x-auto rounded-button bg-soft" dir="ltr">
        <div className="relative" style={{ width: `max(100%, ${columns.length * 3}px)` }}>
          <PictureCanvas
            picture={strip}
            label="The line from moment to moment, time to the right"
            className="block h-48 w-full [image-rendering:pixelated]"
          />
          <span
            aria-hidden="true"
            className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-danger"
            style={{ left: `${((index + 0.5) / columns.length) * 100}%` }}
          />
        </div>
      </div>
      <label className="mt-2 flex min-h-12 items-center gap-3 text-14">
        <span className="sr-only">Cursor on the strip</span>
        <input
          type="range"
          min={0}
          max={columns.length - 1}
          value={index}
          aria-valuetext={moment}
          onChange={(change) => setIndex(Number(change.currentTarget.value))}
          className="min-w-0 flex-1 accent-ink"
        />
        <span className="digits font-[650]">{moment}</span>
      </label>
    </div>
  );
}

const nearestToZero = (columns: readonly number[]): number =>
  columns.reduce((best, offset, index) => (Math.abs(offset) < Math.abs(columns[best]!) ? index : best), 0);
