import { ok, type Result } from '../../domain/result.ts';
import { errors } from '../../protocol/errors.ts';
import type { PictureFacts, SharedFinish } from '../../protocol/picture-facts.ts';
import { type ListedFinishes, picturePath } from '../../protocol/pictures.ts';
import { type CallError, createCall } from '../session/create-call.ts';
import type { KeptFinish, KeptPicture } from './kept-finish.ts';

/** Calls with bytes in place of JSON, either way. They are made in the background and sign nobody out. */
function callWith(sent: KeptPicture | null, onBytes?: (picture: KeptPicture) => void) {
  return createCall({
    errors,
    async fetch(path, init) {
      const body = sent && { body: sent.bytes, headers: { ...init.headers, 'content-type': sent.type } };
      const response = await fetch(path, { ...init, ...body });
      if (onBytes === undefined || !response.ok) return response;
      const type = response.headers.get('content-type') ?? '';
      onBytes({ type, bytes: new Uint8Array(await response.arrayBuffer()) });
      return Response.json({});
    },
    epoch: () => 0,
    onUnauthenticated: () => undefined,
  });
}

const call = callWith(null);

/** A viewer's key; admins have none. */
const query = (key: string | undefined): string => (key === undefined ? '' : `?key=${encodeURIComponent(key)}`);

export const listShared = (eventId: string): Promise<Result<ListedFinishes, CallError>> =>
  call('GET', picturePath(eventId));

export const readShared = (eventId: string, tapId: string, key?: string): Promise<Result<SharedFinish, CallError>> =>
  call('GET', picturePath(eventId, tapId) + query(key));

export const removeShared = (eventId: string, tapId: string): Promise<Result<unknown, CallError>> =>
  call('DELETE', picturePath(eventId, tapId));

export async function readSharedPart(
  eventId: string,
  tapId: string,
  part: number,
  key?: string,
): Promise<KeptPicture | undefined> {
  let picture: KeptPicture | undefined;
  await callWith(null, (got) => (picture = got))('GET', picturePath(eventId, tapId, part) + query(key));
  return picture;
}

/** Sends what the server has not got yet: a sending that was broken off goes on where it was. */
export async function sendFinish(
  { eventId, tapId, at, columns, line, frames }: KeptFinish,
  pictures: readonly KeptPicture[],
): Promise<Result<true, CallError>> {
  const facts: PictureFacts = { at, columns: [...columns], line: [...line], frames: [...frames] };
  const begun = await call<SharedFinish>('PUT', picturePath(eventId, tapId), facts);
  if (!begun.ok) return begun;
  for (const [part, picture] of pictures.entries()) {
    if (begun.value.parts.includes(part)) continue;
    const sent = await callWith(picture)('PUT', picturePath(eventId, tapId, part));
    if (!sent.ok) return sent;
  }
  return ok(true);
}
