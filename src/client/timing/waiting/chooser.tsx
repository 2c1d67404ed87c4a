import { useMemo } from 'react';
import { type EventState, type Tap, timeOf } from '../../../domain/model/state.ts';
import type { FoundBib } from '../../../domain/results/find-bib.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RacerChip } from './racer-chip.tsx';
import { formatTapTime, nameRacer } from '../../event/racer-words.ts';
import { hasNumbers, type TapChooser } from './use-chooser.ts';

export interface ChooserProps {
  readonly event: EventState;
  readonly tap: Tap;
  readonly chooser: TapChooser;
}

/** A list of hundreds is not read at a finish: digits make it shorter. */
const MOST_LISTED = 60;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Gives one time to any racer: by number on the keypad, or from all who are still to come. In place of the header. */
export function Chooser({ event, tap, chooser }: ChooserProps) {
  const { likely, typed, found, giveTo, close } = chooser;
  const time = formatTapTime(timeOf(tap), event.timeZone);
  const hasBibs = useMemo(() => hasNumbers(event), [event]);
  const listed = likely
    .filter(({ racer }) => typed === '' || (racer.entry.bib ?? '').startsWith(typed))
    .slice(0, MOST_LISTED);
  return (
    <section
      aria-label={`Give ${time}`}
      className="flex min-h-0 flex-1 flex-col gap-1 px-4 pt-[env(safe-area-inset-top)] pb-3"
    >
      <div className="flex items-center gap-2">
        <h1 className="digits text-[min(1.25rem,9vw)] font-[720]">{time}</h1>
        <p
          role="alert"
          className="line-clamp-2 min-w-0 flex-1 text-14 leading-5 font-[650] [overflow-wrap:anywhere] text-danger"
        >
          {found !== null && describeFound(found, typed)}
        </p>
        <IconButton label="Close" className="-me-2" onClick={close}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 gap-2 overflow-y-auto">
        {hasBibs && <Keypad chooser={chooser} />}
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          <div className={`grid gap-2 ${hasBibs ? 'sm:grid-cols-3' : 'grid-cols-2 sm:grid-cols-4'}`}>
            {listed.map(({ racer }) => (
              <RacerChip key={racer.entry.racerId} entry={racer.entry} time={time} onGive={giveTo} />
            ))}
          </div>
          {listed.length === 0 && (
            <p className="p-2 text-14 text-ink-2">
              {typed === '' ? 'Nobody else is on course.' : `No number on course starts with ${typed}.`}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function Keypad({ chooser: { typed, found, type, erase, giveTyped } }: Pick<ChooserProps, 'chooser'>) {
  const key = 'min-h-[44px]! px-0! py-0! text-[min(1.5rem,5svh)]! digits font-[720]!';
  const isOdd = found !== null && found.kind !== 'nobody';
  return (
    <div className="flex w-52 max-w-[60%] shrink-0 flex-col gap-1.5 sm:w-72">
      <output
        aria-label="Number"
        className="digits h-[min(2.5rem,6svh)] shrink-0 text-center text-[min(2rem,5svh)] leading-[1.2] font-[760]"
      >
        {typed || <span className="text-16 font-[550] text-ink-2">Number</span>}
      </output>
      <div className="grid flex-1 grid-cols-3 grid-rows-[repeat(4,minmax(44px,1fr))] gap-1.5">
        {KEYS.map((digit) => (
          <Button key={digit} className={key} onClick={() => type(digit)}>
            {digit}
          </Button>
        ))}
        <Button className={key} aria-label="Erase" disabled={typed === ''} onClick={erase}>
          ⌫
        </Button>
        <Button className={key} onClick={() => type('0')}>
          0
        </Button>
        <Button
          variant="primary"
          className="min-h-[44px]! px-0! py-0! text-[min(1.125rem,5vw)]! leading-none"
          disabled={typed === ''}
          onClick={giveTyped}
        >
          {isOdd ? 'Give anyway' : 'Give'}
        </Button>
      </div>
    </div>
  );
}

function describeFound(found: FoundBib, typed: string): string {
  if (found.kind === 'nobody') return `No racer ${typed} on course`;
  const name = nameRacer(found.racer.entry);
  switch (found.kind) {
    case 'passed':
      return `${name} has a time here already.`;
    case 'not-started':
      return `${name} hasn’t started.`;
    case 'out':
      return `${name} is ${found.racer.status}.`;
    case 'to-come':
      return '';
  }
}
