import { useEffect, useRef } from 'react';
import { valueAt } from '../../../playback/lookup.ts';
import { measureOf } from '../../../recordings/units.ts';
import { CHANNEL_NAMES } from '../charts/channel-names.ts';
import { useOpenRun } from '../run-context.ts';
import type { ModelChannel } from '../run-model.ts';

const GAUGES = ['speed', 'distance', 'heartRate', 'power', 'cadence', 'gradient', 'elevation'] as const;
const MOST_BESIDE = 5;

/** Gauges over the video. The digits are written outside React, with every frame. */
export function Gauges() {
  const { model, cursor, units } = useOpenRun();
  const host = useRef<HTMLDListElement>(null);
  const shown = GAUGES.flatMap((name) => model.channels.filter(({ channel }) => channel === name));
  const first = shown.find(({ channel }) => channel === 'speed') ?? shown[0];
  const beside = shown.filter((each) => each !== first).slice(0, MOST_BESIDE);
  const gauges = first === undefined ? [] : [first, ...beside];

  useEffect(() => {
    const write = (time: number) => {
      const figures = host.current?.querySelectorAll('[data-figure]') ?? [];
      gauges.forEach((gauge, index) => {
        const text = writeGauge(gauge, time, units);
        if (figures[index] && figures[index].textContent !== text) figures[index].textContent = text;
      });
    };
    write(cursor.get());
    return cursor.subscribe(write);
  });

  if (first === undefined) return null;
  return (
    <dl
      ref={host}
      className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-wrap items-end gap-x-4 gap-y-1 bg-linear-to-t from-board/90 via-board/55 to-transparent px-3 pt-10 pb-2 text-on-board sm:gap-x-7 sm:px-5 sm:pb-4"
    >
      {gauges.map(({ channel }, index) => (
        <div key={channel} className="flex flex-col-reverse max-sm:nth-[n+5]:hidden">
          <dt className="text-13 opacity-85">
            {index === 0
              ? measureOf(channel, units).unit
              : `${CHANNEL_NAMES[channel]} ${measureOf(channel, units).unit}`}
            {index === 0 && <span className="sr-only"> {CHANNEL_NAMES[channel]}</span>}
          </dt>
          <dd
            data-figure
            data-gauge={channel}
            className={`digits font-[780] ${index === 0 ? 'text-32 sm:text-44' : 'text-18 sm:text-24'}`}
          />
        </div>
      ))}
    </dl>
  );
}

function writeGauge({ channel, from, values }: ModelChannel, time: number, units: 'metric' | 'imperial'): string {
  const { convert, write } = measureOf(channel, units);
  return write(convert(valueAt(from.time, values, time, from.drawn.breaks)));
}
