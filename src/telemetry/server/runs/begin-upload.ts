import { randomUUID } from 'node:crypto';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { VIDEO_TYPES, type VideoMetadata } from '../../protocol/runs.ts';
import type { Sender } from '../../../server/access/sender.ts';
import { lockRunLibrary } from '../../../server/storage/room.ts';
import { insertUpload, measureUploads } from '../storage/videos.ts';
import type { RunParts } from './run-parts.ts';
import type { RoomRefusal } from './storage-room.ts';

/** Room for the whole upload is taken before the first byte, so that no owner sends gigabytes for nothing. */
export async function beginUpload(
  { accounts: { storage, clock }, room, videoQuota }: Pick<RunParts, 'accounts' | 'room' | 'videoQuota'>,
  owner: Pick<Sender, 'userId' | 'verifiedEmail'>,
  { runId, videoId, chapter, filename, filetype }: VideoMetadata,
  size: number,
): Promise<Result<string, 'video-quota' | RoomRefusal>> {
  const ownerId = owner.userId;
  const refusal = await room.refuse('videos', owner, size);
  if (refusal !== null) return refuse(refusal);
  const id = randomUUID();
  const type = VIDEO_TYPES.find((known) => known === filetype) ?? VIDEO_TYPES[0];
  return storage.db.transaction().execute(async (trx) => {
    await lockRunLibrary(trx, ownerId);
    if ((await measureUploads(trx, ownerId)) + size > videoQuota) return refuse('video-quota');
    const upload = { id, ownerId, runId, videoId, chapter: Number(chapter), fileName: filename, type, size };
    await insertUpload(trx, { ...upload, createdAt: clock.now() });
    room.add(owner, size);
    return ok(id);
  });
}
