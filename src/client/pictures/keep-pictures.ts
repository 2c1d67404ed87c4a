import type { Result } from '../../domain/result.ts';
import type { FinishPictures, KeepProblem, KeptFinish, KeptPicture } from './kept-finish.ts';
import { createPictureStore, type PictureStore } from './picture-store.ts';
import { notePictures, setSharesPicturesOf, sharesPicturesOf } from './pictures-here.ts';

let opened: PictureStore | null = null;

/** The pictures of this device, opened when they are first used. */
export function pictureStore(): PictureStore {
  opened ??= createPictureStore();
  return opened;
}

/** Writes strip and frames of a finish to this device's disk. A problem never touches the time: `keepProblems` has its words. */
export async function keepPictures(finish: FinishPictures): Promise<Result<KeptFinish, KeepProblem>> {
  notePictures();
  const kept = await pictureStore().keep(finish);
  if (kept.ok && sharesPicturesOf(finish.eventId)) await pictureStore().change(finish.tapId, { sharing: 'waiting' });
  return kept;
}

/** Finishes of an event with pictures on this device, the latest first; of one tap where it is named. */
export async function listPictures(eventId: string, tapId?: string): Promise<readonly KeptFinish[]> {
  const all = await pictureStore().list();
  const wanted = all.filter((each) => each.eventId === eventId && (tapId === undefined || each.tapId === tapId));
  return wanted.sort((a, b) => b.at - a.at);
}

/** The strip first, then the frames; undefined where they have been deleted. */
export const readPictures = (tapId: string): Promise<readonly KeptPicture[] | undefined> => pictureStore().read(tapId);

/** Shares all finishes of an event from now on, with those that are here already; or no more of them. */
export async function shareAllOf(eventId: string, isOn: boolean): Promise<void> {
  setSharesPicturesOf(eventId, isOn);
  const [from, to] = isOn ? (['here', 'waiting'] as const) : (['waiting', 'here'] as const);
  for (const { tapId, sharing, refusal } of await listPictures(eventId)) {
    if (sharing === from && refusal === undefined) await pictureStore().change(tapId, { sharing: to });
  }
}
