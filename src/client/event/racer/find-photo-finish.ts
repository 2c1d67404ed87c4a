import type { Tap } from '../../../domain/model/state.ts';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import type { KeptFinish, KeptPicture } from '../../pictures/kept-finish.ts';
import { listPictures, readPictures } from '../../pictures/keep-pictures.ts';
import { readShared, readSharedPart } from '../../pictures/picture-calls.ts';

export interface PhotoFinishPictures {
  readonly at: EpochMs;
  readonly columns: readonly number[];
  readonly line: KeptFinish['line'];
  readonly strip: KeptPicture;
  readonly frames: readonly { readonly at: EpochMs; readonly picture: KeptPicture }[];
  /** Null: from the server alone. */
  readonly kept: KeptFinish | null;
  readonly isOnServer: boolean;
}

/** From this device, without a signal too; else from the event, where the tap says that a camera made it. */
export async function findPhotoFinish(eventId: string, tap: Tap): Promise<PhotoFinishPictures | null> {
  const [kept] = await listPictures(eventId, tap.id).catch(() => []);
  const pictures = kept && (await readPictures(tap.id));
  if (kept !== undefined && pictures !== undefined) {
    const { at, columns, line, frames } = kept;
    const isOnServer = kept.sharing === 'sent';
    return { at, columns, line, ...together(pictures, frames), kept, isOnServer };
  }
  return tap.seen === undefined ? null : findShared(eventId, tap.id);
}

/** From the server; null where it has none, or gives none. `key`: of a viewer. */
export async function findShared(eventId: string, tapId: string, key?: string): Promise<PhotoFinishPictures | null> {
  const shared = await readShared(eventId, tapId, key);
  if (!shared.ok) return null;
  const { at, columns, line, frames } = shared.value.facts;
  const parts = await Promise.all(frames.map((_, index) => readSharedPart(eventId, tapId, index + 1, key)));
  const strip = await readSharedPart(eventId, tapId, 0, key);
  if (strip === undefined) return null;
  return { at, columns, line, ...together([strip, ...parts], frames.map(epochMs)), kept: null, isOnServer: true };
}

/** A frame that has not arrived is left out. */
function together([strip, ...rest]: readonly (KeptPicture | undefined)[], frames: readonly EpochMs[]) {
  return {
    strip: strip!,
    frames: rest.flatMap((picture, index) => (picture === undefined ? [] : [{ at: frames[index]!, picture }])),
  };
}
