import { ok, refuse, type Result } from '../../../domain/result.ts';
import { api } from '../../../protocol/routes.ts';
import { callErrorOf, errorIn } from '../../session/call-errors.ts';
import type { CallError } from '../../session/create-call.ts';

/** Longest silence during a download: one bar of signal is slow, not silent. */
const SILENT_MS = 60_000;

/** A download is returned only when it is whole: half of it must not be taken for all of a user's data. */
export async function fetchData(onProgress: (bytes: number) => void): Promise<Result<Blob, CallError>> {
  const controller = new AbortController();
  let timer = setTimeout(() => controller.abort(), SILENT_MS);
  try {
    const response = await fetch(api.accountData, { signal: controller.signal });
    if (!response.ok) return refuse(errorIn(response.status, await response.json().catch(() => undefined)));
    const pieces: BlobPart[] = [];
    let bytes = 0;
    const reader = response.body!.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(), SILENT_MS);
      pieces.push(piece.value);
      bytes += piece.value.byteLength;
      onProgress(bytes);
    }
    return ok(new Blob(pieces));
  } catch {
    return refuse({
      ...callErrorOf('unavailable'),
      message: 'The download broke off. Nothing was saved. Check your connection and try again.',
    });
  } finally {
    clearTimeout(timer);
  }
}
