import { useLayoutEffect, useRef } from 'react';
import { word } from '../../../domain/language.ts';
import { formatClock, formatDuration } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';
import type { DemoClock } from './demo-clock.ts';
import type { OnCourse } from './demo-race.ts';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';

interface DemoOnCourseProps {
  readonly onCourse: readonly OnCourse[];
  readonly clock: DemoClock;
}

export function DemoOnCourse({ onCourse, clock }: DemoOnCourseProps) {
  const [first, second] = onCourse;
  return (
    <div className="grid grid-cols-2 gap-2.5">
      {first ? <Card entry={first} clock={clock} /> : <Done />}
      {second && <Card entry={second} clock={clock} />}
    </div>
  );
}

function Card({ entry, clock }: { readonly entry: OnCourse; readonly clock: DemoClock }) {
  const { racer, target } = entry;
  return (
    <div className="h-24 min-w-0 only:col-span-2 rounded-button border border-board-line px-3.5 py-3">
      <p className="truncate text-13 text-on-board-2">
        <span className="digits font-semibold text-on-board">{racer.bib}</span> {racer.name}
      </p>
      <p className="digits text-24 leading-8 font-bold">
        <RunningClock key={racer.bib} setsOffAt={racer.setsOffAt} clock={clock} />
      </p>
      <p className="digits truncate text-13 font-semibold text-waiting">{target && describeTarget(target)}</p>
    </div>
  );
}

function describeTarget({ rank, time }: NonNullable<OnCourse['target']>): string {
  return `${formatDuration(time)} ${rank === 1 ? 'to lead' : `${word('for')} #${rank}`}`;
}

/** Writes its digits itself, outside React, on every tick of the clock. */
function RunningClock({ setsOffAt, clock }: { readonly setsOffAt: number; readonly clock: DemoClock }) {
  const digits = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const format = prefersReducedMotion() ? formatClock : formatDuration;
    const write = () => {
      const elapsed = durationMs(Math.max(0, clock.now() - setsOffAt));
      if (digits.current) digits.current.textContent = format(elapsed);
    };
    write();
    return clock.subscribe(write);
  }, [clock, setsOffAt]);

  return <span ref={digits} />;
}

function Done() {
  return (
    <div className="col-span-2 flex h-24 flex-col justify-center rounded-button border border-board-line px-3.5">
      <p className="font-semibold">Everyone is in.</p>
      <p className="text-14 text-on-board-2">The results are ready to share.</p>
    </div>
  );
}
