import { useEffect, useState } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { takeWhenThere } from '../../loading/take-when-there.ts';
import { findShared, type PhotoFinishPictures } from './find-photo-finish.ts';
import { PhotoFinishView } from './photo-finish-view.tsx';

export interface ShownPhotoFinishProps {
  readonly event: EventState;
  readonly tapId: string;
}

/** A racer's photo finish, for viewers to whom the owner shows it. Nothing where nobody has shared one. */
export function ShownPhotoFinish({ event, tapId }: ShownPhotoFinishProps) {
  const [found, setFound] = useState<PhotoFinishPictures | null>(null);
  useEffect(() => {
    const key = new URLSearchParams(location.search).get('guestViewerKey') ?? '';
    return takeWhenThere(findShared(event.id, tapId, key), setFound);
  }, [event.id, tapId]);
  if (found === null) return null;
  return (
    <section aria-label="Photo finish" className="mt-4 rounded-card border border-line p-4">
      <h3 className="text-14 font-[650] text-ink-2">Photo finish</h3>
      <PhotoFinishView found={found} timeZone={event.timeZone} />
    </section>
  );
}
