import { Link } from 'react-router';
import { Button, buttonClass } from '../../../../client/ui/button.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../../client/ui/icons.tsx';
import { IconButton } from '../../../../client/ui/icon-button.tsx';
import type { ImportRow } from './import-row.ts';
import type { Importer } from './create-importer.ts';
import { LANGUAGE, word, writeDecimal } from '../../../../domain/language.ts';

export interface ImportRowsProps {
  readonly rows: readonly ImportRow[];
  readonly onCancel: Importer['cancel'];
  readonly onDismiss: Importer['dismiss'];
  readonly onAsk: (row: ImportRow) => void;
}

export function ImportRows({ rows, onCancel, onDismiss, onAsk }: ImportRowsProps) {
  if (rows.length === 0) return null;
  return (
    <ul aria-label="Files" className="mt-4 divide-y divide-line rounded-card border border-line bg-card shadow-card">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1 pe-2 ps-4 sm:ps-5"
        >
          <StateIcon row={row} />
          <p className="col-start-2 flex flex-wrap items-baseline gap-x-3 py-1">
            <bdi className="font-[650] wrap-anywhere">{row.title}</bdi>
            <span className="digits text-14 text-ink-2">{writeSize(row.bytes)}</span>
          </p>
          <Actions row={row} onCancel={onCancel} onDismiss={onDismiss} onAsk={onAsk} />
          <Said row={row} />
        </li>
      ))}
    </ul>
  );
}

function StateIcon({ row: { state } }: { readonly row: ImportRow }) {
  if (state.kind === 'reading') return null;
  if (state.kind === 'done') return <CheckIcon className="size-5 text-good" />;
  return <WarningIcon className={`size-5 ${state.kind === 'failed' ? 'text-danger' : 'text-waiting-ink'}`} />;
}

/** Under the name; on a phone over the whole width. */
const BELOW = 'mb-2 max-sm:col-span-3 sm:col-start-2';

function Said({ row: { title, state } }: { readonly row: ImportRow }) {
  if (state.kind === 'reading') {
    return (
      <progress
        aria-label={`Reading ${title}`}
        max={1}
        value={state.part}
        className={`${BELOW} block h-2 w-full accent-ink`}
      />
    );
  }
  if (state.kind === 'asking') {
    return (
      <p className={`${BELOW} text-14 text-ink-2`}>
        {state.table.taken === undefined
          ? 'Which of its columns is which?'
          : 'Which unit is its speed in? It names none, and has no positions to tell it by.'}
      </p>
    );
  }
  if (state.kind === 'choosing') {
    return (
      <p className={`${BELOW} text-14 text-ink-2`}>
        There are {state.entries.length.toLocaleString(LANGUAGE)} recordings in it. Choose the ones you want.
      </p>
    );
  }
  if (state.kind === 'failed') {
    return (
      <p role="alert" className={`${BELOW} text-14 font-[550] text-danger`}>
        {state.why}
      </p>
    );
  }
  return state.notes.map((note) => (
    <p key={note} className={`${BELOW} max-w-[70ch] text-14 text-ink-2`}>
      {note}
    </p>
  ));
}

function Actions({ row, onCancel, onDismiss, onAsk }: Omit<ImportRowsProps, 'rows'> & { readonly row: ImportRow }) {
  const { id, title, state } = row;
  if (state.kind === 'reading') {
    return (
      <Button variant="quiet" aria-label={`Cancel: ${title}`} onClick={() => onCancel(id)}>
        Cancel
      </Button>
    );
  }
  return (
    <div className="flex shrink-0 items-center">
      {(state.kind === 'asking' || (state.kind === 'done' && state.table !== undefined)) && (
        <Button className="px-3!" onClick={() => onAsk(row)}>
          <span>
            Choose <span className="max-sm:sr-only">columns</span>
          </span>
        </Button>
      )}
      {state.kind === 'choosing' && (
        <Button className="px-3!" onClick={() => onAsk(row)}>
          <span>
            Choose <span className="max-sm:sr-only">recordings</span>
          </span>
        </Button>
      )}
      {state.kind === 'done' && (
        <Link
          to={`/analysis/${state.runId}`}
          aria-label={`Open: ${title}`}
          className={buttonClass({ variant: 'quiet' })}
        >
          Open
        </Link>
      )}
      <IconButton label={`Close: ${title}`} title="Close" onClick={() => onDismiss(id)}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}

const UNITS = [word('bytes'), word('KB'), word('MB'), word('GB'), word('TB')];

export function writeSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : writeDecimal(value, 1)} ${UNITS[power]!}`;
}
