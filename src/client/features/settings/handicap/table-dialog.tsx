import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { findTableSeparator, readHandicapTable, type ReadTable } from '../../../../domain/handicap/read-table.ts';
import type { HandicapTable } from '../../../../domain/handicap/table.ts';
import { counted } from '../../../../domain/language.ts';
import { hasTooManyLines } from '../../../../domain/racers/import/separator.ts';
import { MAX_TABLE_NAME, MAX_TABLE_VERSION } from '../../../../protocol/handicap-tables.ts';
import { MAX_GROUP_LENGTH, MAX_HANDICAP_MS } from '../../../../protocol/limits.ts';
import { readListFile } from '../../../racer-import/read-list-file.ts';
import { readRecords } from '../../../racer-import/read-records.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { UploadIcon } from '../../../ui/tool-icons.tsx';
import { describeFault } from './handicap-words.ts';
import { storeTable } from './table-calls.ts';

const LIMITS = { classLength: MAX_GROUP_LENGTH, ms: MAX_HANDICAP_MS };
const MOST_FAULTS = 12;
const EXAMPLE = 'distance,class,age,seconds\n10 mi,Road,40,0\n10 mi,Road,50,78';

const TOO_MANY: ReadTable = { rows: [], faults: [{ line: 1, fault: 'too-many-rows', cell: '' }], holes: 0 };

/** Lines are counted first: splitting a hundred thousand of them would hold up the typing. */
const readText = (text: string): ReadTable =>
  hasTooManyLines(text) ? TOO_MANY : readHandicapTable(readRecords(text, findTableSeparator(text)), LIMITS);

export interface TableDialogProps {
  readonly onStored: (id: string, table: HandicapTable) => void;
  readonly onClose: () => void;
}

/** A table from a file or from the clipboard, read on the device and stored with the account. */
export function TableDialog({ onStored, onClose }: TableDialogProps) {
  const form = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [version, setVersion] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const read = useMemo(() => (text.trim() === '' ? null : readText(text)), [text]);
  const isReady = read !== null && read.faults.length === 0 && name.trim() !== '' && version.trim() !== '';

  async function take(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    const taken = await readListFile(chosen);
    setProblem(taken.ok ? null : 'We can’t read that file. Choose a CSV or .xlsx file of at most 10,000 lines.');
    if (!taken.ok) return;
    setText(taken.value);
    if (name === '') setName(chosen.name.replace(/\.[a-z]{2,5}$/i, '').slice(0, MAX_TABLE_NAME));
  }

  async function submit(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    setIsSent(true);
    if (!isReady || isBusy) return;
    setIsBusy(true);
    const id = crypto.randomUUID();
    const table = { name: name.trim(), version: version.trim(), rows: read.rows };
    const stored = await storeTable(id, table);
    setIsBusy(false);
    if (stored.ok) onStored(id, table);
    else setProblem(stored.error.message);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Upload a handicap table"
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            Keep this table
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <div>
          <label htmlFor={`${form}-text`} className="mb-1.5 block text-14 font-[650]">
            Table
          </label>
          <textarea
            id={`${form}-text`}
            data-autofocus
            rows={6}
            spellCheck={false}
            autoComplete="off"
            placeholder={EXAMPLE}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="digits block w-full resize-y rounded-button border border-line-strong bg-card px-4 py-3 text-16 text-ink placeholder:text-ink-2"
          />
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="max-w-[52ch] flex-1 basis-56 text-14 text-ink-2">
              The first line names the columns distance, class, gender, age and seconds, in any order. You can leave out
              a column that your table doesn’t need.
            </p>
            <Button className="max-sm:w-full" onClick={() => file.current?.click()}>
              <UploadIcon /> Choose a file
            </Button>
            <input
              ref={file}
              type="file"
              accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
              aria-label="A file with a handicap table"
              tabIndex={-1}
              className="hidden"
              onChange={(event) => {
                const chosen = event.target.files?.[0];
                // The same file again, after it was corrected, is a change too.
                event.target.value = '';
                void take(chosen);
              }}
            />
          </div>
        </div>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        {isSent && read === null && <Notice tone="bad">Paste a table or choose a file.</Notice>}
        {read !== null && read.faults.length > 0 && (
          <Notice tone="bad">
            <ul className="flex flex-col gap-1">
              {read.faults.slice(0, MOST_FAULTS).map((fault) => (
                <li key={`${fault.line} ${fault.fault}`}>{describeFault(fault)}</li>
              ))}
            </ul>
            {read.faults.length > MOST_FAULTS && (
              <p className="mt-1">And {read.faults.length - MOST_FAULTS} more lines.</p>
            )}
            <p className="mt-2">We keep nothing until we can read every line.</p>
          </Notice>
        )}
        {read !== null && read.faults.length === 0 && (
          <p role="status" className="font-[650]">
            {counted(read.rows.length, 'line read', 'lines read')}
            {read.holes > 0 &&
              `, ${counted(read.holes, 'line without seconds left out', 'lines without seconds left out')}`}
          </p>
        )}
        <div className="grid grid-cols-2 gap-4">
          <Field
            label="Name"
            placeholder="Club handicap"
            value={name}
            maxLength={MAX_TABLE_NAME}
            dir="auto"
            autoComplete="off"
            error={isSent && name.trim() === '' && 'Give the table a name.'}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Field
            label="Version"
            placeholder="2026"
            value={version}
            maxLength={MAX_TABLE_VERSION}
            autoComplete="off"
            error={isSent && version.trim() === '' && 'Say which version, for example 2026.'}
            onChange={(event) => setVersion(event.currentTarget.value)}
          />
        </div>
        <p className="text-14 text-ink-2">
          Results keep the handicap, the name and the version. A later table changes no earlier result. Use a table that
          you may use.
        </p>
      </form>
    </Dialog>
  );
}
