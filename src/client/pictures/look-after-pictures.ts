import type { SyncClient } from '../sync/sync-client.ts';
import { whenPicturesAreHere } from './pictures-here.ts';

/** Takes away pictures of finishes that are over, and shares those that are to be shared. Devices without pictures fetch no more. */
export function lookAfterPictures(client: SyncClient): () => void {
  let isOver = false;
  let stop = () => {};
  const callOff = whenPicturesAreHere(() => {
    const tending = import('./tend-pictures.ts').then(({ tendPictures, sharePictures }) => {
      if (isOver) return;
      stop = sharePictures(client);
      return tendPictures(client);
    });
    tending.catch((error: unknown) => console.warn('Pictures of finishes could not be looked after.', error));
  });
  return () => {
    isOver = true;
    callOff();
    stop();
  };
}
