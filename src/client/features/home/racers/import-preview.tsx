import type { FaultyLine, MarkedRacer } from '../../../../domain/racers/import.ts';
import { counted, describeFault } from './import-words.ts';

const MOST_ROWS = 8;
const MOST_FAULTS = 5;

export interface ImportPreviewProps {
  readonly racers: readonly MarkedRacer[];
  readonly faults: readonly FaultyLine[];
  readonly withKnown: boolean;
}

export function ImportPreview({ racers, faults, withKnown }: ImportPreviewProps) {
  const rest = racers.length - MOST_ROWS;
  return (
    <div className="flex flex-col gap-4">
      {racers.length > 0 && (
        <div>
          <h3 className="text-14 font-[650]">What will be added</h3>
          <ul aria-label="Preview" className="mt-1.5 divide-y divide-line rounded-card border border-line">
            {racers.slice(0, MOST_ROWS).map((racer) => (
              <PreviewRow key={racer.line} racer={racer} isLeftOut={racer.known !== null && !withKnown} />
            ))}
            {rest > 0 && <li className="px-3 py-2 text-14 text-ink-2">and {counted(rest, 'more line')}</li>}
          </ul>
        </div>
      )}
      {faults.length > 0 && (
        <div className="text-14 text-danger">
          <h3 className="font-[650]">Left out: {counted(faults.length, 'line')}</h3>
          <ul className="mt-1">
            {faults.slice(0, MOST_FAULTS).map((faulty) => (
              <li key={faulty.line} className="truncate">
                {describeFault(faulty)}
                {faulty.name !== '' && (
                  <>
                    , <bdi>{faulty.name}</bdi>
                  </>
                )}
              </li>
            ))}
            {faults.length > MOST_FAULTS && <li>and {faults.length - MOST_FAULTS} more</li>}
          </ul>
        </div>
      )}
    </div>
  );
}

function PreviewRow({ racer, isLeftOut }: { readonly racer: MarkedRacer; readonly isLeftOut: boolean }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
      <bdi className={`line-clamp-2 min-w-0 wrap-anywhere ${isLeftOut ? 'text-ink-2 line-through' : 'font-[650]'}`}>
        {racer.name}
      </bdi>
      {racer.groups.map((group) => (
        <bdi key={group} className="max-w-full truncate rounded-bib bg-soft px-2 text-14">
          {group}
        </bdi>
      ))}
      {racer.known !== null && (
        <span className="ml-auto text-14 text-waiting-ink">
          {racer.known === 'library' ? 'already in your racers' : 'twice in this list'}
        </span>
      )}
    </li>
  );
}
