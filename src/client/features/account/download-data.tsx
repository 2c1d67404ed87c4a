import { useState } from 'react';
import type { CallError } from '../../session/api.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DownloadIcon } from '../../ui/tool-icons.tsx';
import { fetchData } from './fetch-data.ts';
import { writeDecimal } from '../../../domain/language.ts';

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
