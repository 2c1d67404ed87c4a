import { useEffect, useRef } from 'react';
import { writeDecimal } from '../../../../domain/language.ts';
import type { Comparison } from '../../../domain/compare/compare.ts';
import type { Cursor } from '../../playback/cursor.ts';
import { CutName } from '../../../../client/ui/cut-name.tsx';
import { useUnits, writeTime, writeValue } from '../../recordings/units.ts';
import { writeDelta } from './write-delta.ts';

export interface FinalDeltaProps {
  readonly comparison: Comparison;
  readonly cursor: Cursor;
  /** Start of the compared part of the first run. */
  readonly from: number;
  readonly nameA: string;
  readonly nameB: string;
}

export function FinalDelta({ comparison, cursor, from, nameA, nameB }: FinalDeltaProps) {
  const here = useRef<HTMLSpanElement>(null);
  const units = useUnits();
  const { finalDelta, durationA, durationB, length } = comparison;
  useEffect(() => {
    const show = (time: number) => {
      const { distance } = comparison.ghostAt(time - from).a;
      if (here.current)
        here.current.textContent = `${writeDelta(comparison.deltaAt(distance))} s (±${writeDecimal(comparison.bandAt(distance), 1)})`;
    };
    show(cursor.get());
    return cursor.subscribe(show);
  }, [comparison, cursor, from]);

  const isLevel = Number(finalDelta.toFixed(3)) === 0;
  return (
    <section
      aria-label="Final delta"
      className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 rounded-board bg-board px-5 py-5 text-on-board sm:px-8"
    >
      <div>
        <p className="text-14 font-[650] text-on-board-2">Final delta</p>
        <p className="digits text-44 font-[820] leading-none sm:text-76">
          <span data-final-delta>{writeDelta(finalDelta)}</span>
          <span className="text-24"> s</span>
        </p>
        <p className="mt-2 text-16">
          {isLevel ? (
            'Both took the same time'
          ) : (
            <>
              <bdi className="font-[720]">{finalDelta > 0 ? nameA : nameB}</bdi> was{' '}
              <span className="digits">{writeDecimal(Math.abs(finalDelta), 3)} s</span> faster
            </>
          )}{' '}
          over {writeValue('distance', units, length)}.
        </p>
      </div>
      <dl className="digits grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-16">
        <dt className="max-w-48 text-on-board-2">
          <CutName name={nameA} others={[nameB]} />
        </dt>
        <dd className="text-right font-[720]">{writeTime(durationA, 3)}</dd>
        <dt className="max-w-48 text-on-board-2">
          <CutName name={nameB} others={[nameA]} />
        </dt>
        <dd className="text-right font-[720]">{writeTime(durationB, 3)}</dd>
        <dt className="text-on-board-2">At the cursor</dt>
        <dd className="text-right font-[720] whitespace-nowrap">
          <span ref={here} />
        </dd>
      </dl>
    </section>
  );
}
