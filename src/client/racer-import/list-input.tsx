import { useCallback, useId, useRef, useState } from 'react';
import { hasTooManyLines } from '../../domain/racers/import/separator.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { UploadIcon } from '../ui/tool-icons.tsx';
import { useFilesDrop } from '../ui/use-files-drop.ts';
import { type ListFileFault, readListFile } from './read-list-file.ts';
import type { ReadRacerList } from './use-racer-list.ts';

const FAULTS: Readonly<Record<ListFileFault, string>> = {
  'too-large': 'That file is too large for a list of racers. Choose a CSV or text file of at most 2 MB.',
  'too-many-lines': 'That list has over 10,000 lines, more than a race can hold. Import only today’s racers.',
  spreadsheet:
    'We can’t read that spreadsheet. Save it as .xlsx without a password, or as CSV. Or copy its cells and paste them here.',
  'workbook-too-large':
    'That workbook is too large for a list of racers. It may have 10,000 rows. Copy the cells of the list and paste them here.',
  'workbook-empty':
    'There’s nothing in that workbook. Choose another, or copy the cells of your list and paste them here.',
  unreadable: 'We couldn’t read that file. Choose it again, or paste its text.',
};

const NAMES_ALONE = 'Ada Swift\nBo Quick, U18; Mill Lane';

export interface ListInputProps {
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  readonly read: Pick<ReadRacerList, 'text' | 'setText'>;
  readonly isReadOnly: boolean;
}

export function ListInput({ label, hint, placeholder = NAMES_ALONE, read, isReadOnly }: ListInputProps) {
  const { text, setText } = read;
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<ListFileFault | null>(null);

  const change = (next: string) => {
    const isLong = hasTooManyLines(next);
    setFault(isLong ? 'too-many-lines' : null);
    if (!isLong) setText(next);
  };
  const take = useCallback(
    (chosen: File | undefined) => {
      if (isReadOnly || chosen === undefined) return;
      void readListFile(chosen).then((outcome) => {
        setFault(outcome.ok ? null : outcome.error);
        if (outcome.ok) setText(outcome.value);
      });
    },
    [isReadOnly, setText],
  );
  const isOver = useFilesDrop(useCallback(({ files }: DataTransfer) => take(files[0]), [take]));

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-14 font-[650]">
        {label}
      </label>
      <textarea
        id={id}
        data-autofocus
        rows={6}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        readOnly={isReadOnly}
        aria-describedby={`${id}-hint`}
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
        className={`block w-full resize-y rounded-button border bg-card px-4 py-3 text-16 text-ink placeholder:text-ink-2 read-only:bg-soft ${isOver ? 'border-accent outline-3 outline-accent' : 'border-line-strong'}`}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={`${id}-hint`} className="max-w-[44ch] flex-1 basis-56 text-14 text-ink-2">
          {hint}
        </p>
        <Button disabled={isReadOnly} className="max-sm:w-full" onClick={() => file.current?.click()}>
          <UploadIcon /> Choose a file
        </Button>
        <input
          ref={file}
          type="file"
          // Workbooks that cannot be read can be chosen too: a greyed-out file says nothing, the answer says what to do.
          accept=".csv,.txt,.tsv,.xlsx,.xls,.ods,.numbers,text/csv,text/plain"
          aria-label="A file with racers"
          tabIndex={-1}
          className="hidden"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            // The same file again, after it was corrected, is a change too.
            event.target.value = '';
            if (chosen) take(chosen);
          }}
        />
      </div>
      {fault && (
        <Notice tone="bad" className="mt-3">
          {FAULTS[fault]}
        </Notice>
      )}
    </div>
  );
}
