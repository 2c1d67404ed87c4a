import type { ReactNode } from 'react';
import { counted, plural } from '../../domain/language.ts';
import type { MarkedRacer } from '../../domain/racers/import/plan.ts';
import type { FaultyLine, ImportFault } from '../../domain/racers/import/read-list.ts';
import { MAX_BIB_LENGTH, MAX_GROUP_LENGTH, MAX_GROUPS, MAX_NAME_LENGTH } from '../../protocol/limits.ts';

const MOST_ROWS = 8;
/** Far more than anybody corrects by hand; a video read as text would have a million. */
const MOST_FAULTS = 50;

interface Described {
  /** Text beside a racer's name. */
  readonly text: ReactNode;
  readonly isLeftOut: boolean;
  /** The planned start, as it will stand in the start list. */
  readonly start?: string | null;
}

export interface ImportPreviewProps {
  readonly racers: readonly MarkedRacer[];
  readonly faults: readonly FaultyLine[];
  readonly describe: (racer: MarkedRacer) => Described;
}

export function ImportPreview({ racers, faults, describe }: ImportPreviewProps) {
  const rest = racers.length - MOST_ROWS;
  if (racers.length + faults.length === 0) return null;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="digits text-18 font-[720]">
        {describeList(racers.length, faults.length)}
      </p>
      {faults.length > 0 && <Faults faults={faults} />}
      {racers.length > 0 && (
        <div>
          <h3 className="text-14 font-[650]">What will be added</h3>
          <ul aria-label="Preview" className="mt-1.5 divide-y divide-line rounded-card border border-line">
            {racers.slice(0, MOST_ROWS).map((racer) => (
              <PreviewRow key={racer.line} racer={racer} {...describe(racer)} />
            ))}
            {rest > 0 && (
              <li className="px-3 py-2 text-14 text-ink-2">and {counted(rest, 'more line', 'more lines')}</li>
            )}
          </ul>
        </div>
      )}
    </div>
  );
}

function Faults({ faults }: { readonly faults: readonly FaultyLine[] }) {
  return (
    <div className="text-14 text-danger">
      <h3 className="font-[650]">Left out: {counted(faults.length, 'line', 'lines')}</h3>
      <ul aria-label="Lines that need a look" className="digits mt-1">
        {faults.slice(0, MOST_FAULTS).map((faulty) => (
          <li key={faulty.line} className="truncate">
            {describeFault(faulty)}
            {faulty.text !== '' && (
              <>
                , <bdi>{faulty.text}</bdi>
              </>
            )}
          </li>
        ))}
        {faults.length > MOST_FAULTS && <li>and {faults.length - MOST_FAULTS} more</li>}
      </ul>
    </div>
  );
}

function PreviewRow({ racer, text, isLeftOut, start = null }: Described & { readonly racer: MarkedRacer }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
      {racer.bib !== null && <bdi className="digits min-w-8 text-18 font-[720]">{racer.bib}</bdi>}
      <bdi className={`line-clamp-2 min-w-0 wrap-anywhere ${isLeftOut ? 'text-ink-2 line-through' : 'font-[650]'}`}>
        {racer.name}
      </bdi>
      {racer.groups.map((group) => (
        <bdi key={group} className="max-w-full truncate rounded-bib bg-soft px-2 text-14">
          {group}
        </bdi>
      ))}
      {text !== null && <span className="ms-auto text-14 text-waiting-ink">{text}</span>}
      {start !== null && <span className={`digits font-[650] ${text === null ? 'ms-auto' : ''}`}>{start}</span>}
    </li>
  );
}

const FAULTS: Readonly<Record<ImportFault, string>> = {
  'above-header': 'above the names of the columns',
  'no-name': 'no name',
  'name-is-number': 'a number where the name should be',
  'name-too-long': `name longer than ${MAX_NAME_LENGTH} characters`,
  'group-too-long': `group longer than ${MAX_GROUP_LENGTH} characters`,
  'too-many-groups': `more than ${MAX_GROUPS} groups`,
  'bib-too-long': `number longer than ${MAX_BIB_LENGTH} characters`,
  'bib-twice': 'number taken',
  'bib-taken': 'another racer of the event has this number',
  'start-unreadable': 'start time not readable',
  'born-unreadable': 'not a year of birth',
  'not-storable': 'characters that can’t be stored',
};

function describeFault({ line, fault, other }: FaultyLine): string {
  return `Line ${line}: ${other === undefined ? FAULTS[fault] : `same number as line ${other}`}`;
}

/** '990 racers ready, 10 lines need a look' */
function describeList(ready: number, faulty: number): string {
  const racers = `${counted(ready, 'racer', 'racers')} ready`;
  if (faulty === 0) return racers;
  return `${racers}, ${plural(faulty, '1 line needs', `${faulty} lines need`)} a look`;
}
