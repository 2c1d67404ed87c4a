import { writeDecimal } from '../../../../domain/language.ts';
import type { Comparison } from '../../../domain/compare/compare.ts';
import type { Cursor } from '../../playback/cursor.ts';
import { CutName } from '../../../../client/ui/cut-name.tsx';
import { measureOf, useUnits } from '../../recordings/units.ts';

export interface GainListProps {
  readonly comparison: Comparison;
  readonly cursor: Cursor;
  readonly nameA: string;
  readonly nameB: string;
}

/** Stretches where time was gained, the greatest first; a press goes there. */
export function GainList({ comparison, cursor, nameA, nameB }: GainListProps) {
  const { convert, write, unit } = measureOf('distance', useUnits());
  const gains = comparison.gains();
  return (
    <section aria-label="Where time was won" className="flex flex-col gap-3">
      <h2 className="heading text-24">Where time was won</h2>
      {gains.length === 0 ? (
        <p className="text-ink-2">The two were level all the way.</p>
      ) : (
        <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card shadow-card">
          {gains.map(({ from, to, seconds }) => (
            <li key={from}>
              <button
                type="button"
                onClick={() => cursor.set(comparison.placeAt(from).a.time, 'gains')}
                className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-3 hover:bg-soft"
              >
                <span
                  aria-hidden
                  className={`h-8 w-1.5 shrink-0 rounded-full ${seconds > 0 ? 'bg-good' : 'bg-danger'}`}
                />
                <span className="min-w-0 flex-1">
                  <span className="block font-[650]">
                    <CutName name={seconds > 0 ? nameA : nameB} others={[nameA, nameB]} />
                  </span>
                  <span className="digits block text-14 text-ink-2">
                    {write(convert(from))}–{write(convert(to))} {unit}
                  </span>
                </span>
                <span className="digits shrink-0 text-18 font-[720]">{writeDecimal(Math.abs(seconds), 3)} s</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
