import { useState } from 'react';
import type { CallError } from '../../session/api.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DownloadIcon } from '../../ui/tool-icons.tsx';
import { writeDecimal } from '../../../domain/language.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { api } from '../../../protocol/routes.ts';
import { callErrorOf, errorIn } from '../../session/call-errors.ts';

const FILE_NAME = 'pushoff-my-data.json';
const MEGABYTE = 1024 ** 2;

export function DownloadData() {
  const [bytes, setBytes] = useState(0);
  const [isSaved, setIsSaved] = useState(false);
  const { isBusy, error, run } = useAction(() => fetchData(setBytes));

  const download = async () => {
    setBytes(0);
    setIsSaved(false);
    const data = await run();
    if (data === null) return;
    saveFile(FILE_NAME, data, 'application/json');
    setIsSaved(true);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      {error && <Notice tone="bad">{describeRefusal(error)}</Notice>}
      <Button busy={isBusy} onClick={() => void download()}>
        <DownloadIcon /> Download my data
      </Button>
      <p aria-live="polite" className="digits text-14 text-ink-2 empty:hidden">
        {isBusy &&
          (bytes === 0 ? 'Preparing…' : `Downloading: ${writeDecimal(bytes / MEGABYTE, 1)} MB. Keep this page open.`)}
        {isSaved && !isBusy && `Saved as ${FILE_NAME}.`}
      </p>
    </div>
  );
}

/** The text says what to do, and when, where the server gave a time. */
function describeRefusal({ message, retryAfterSeconds }: CallError): string {
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 60) return message;
  return `${message} You can try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`;
}

/** Longest silence during a download: one bar of signal is slow, not silent. */
const SILENT_MS = 60_000;

/** A download is returned only when it is whole: half of it must not be taken for all of a user's data. */
async function fetchData(onProgress: (bytes: number) => void): Promise<Result<Blob, CallError>> {
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
      message: 'The download broke off and saved nothing. Check your connection and try again.',
    });
  } finally {
    clearTimeout(timer);
  }
}
