import { useMemo, useState } from 'react';
import type { Comparison } from '../../../domain/compare/compare.ts';
import { Chart } from '../../playback/chart/chart.tsx';
import type { ChartAxis } from '../../playback/chart/chart-content.ts';
import type { Cursor } from '../../playback/cursor.ts';
import { valueAt } from '../../playback/lookup.ts';
import { type Span, writeTicks } from '../../../../client/ui/plot/plot.ts';
import { measureOf, useUnits } from '../../recordings/units.ts';
import type { Side } from './side.ts';
import type { Compared } from './use-comparison.ts';
import { writeDelta } from './write-delta.ts';

const KEY_STEP = 0.1;

export interface CompareChartsProps {
  readonly compared: Compared;
  readonly comparison: Comparison;
  readonly cursor: Cursor;
}

/** Charts along the course of the first run: by how much the second was behind, and the speeds of both. */
export function CompareCharts({ compared, comparison, cursor }: CompareChartsProps) {
  const { a, b } = compared;
  const units = useUnits();
  const distance = measureOf('distance', units);
  const speed = measureOf('speed', units);
  const [chosen, setChosen] = useState<{ readonly of: Comparison; readonly span: Span } | null>(null);
  const perUnit = distance.convert(1);
  const length = comparison.length * perUnit;
  const view = chosen?.of === comparison ? chosen.span : { from: 0, to: length };

  const axis = useMemo((): ChartAxis => {
    const { from } = a.part.lapse;
    return {
      placeOf: (time) => comparison.ghostAt(time - from).a.distance * perUnit,
      timeOf: (place) => comparison.placeAt(place / perUnit).a.time,
      write: (place) => `${distance.write(place)} ${distance.unit}`,
      ticks: (places, step) => writeTicks(places, step).map((place) => `${place} ${distance.unit}`),
    };
  }, [comparison, a.part, perUnit, distance]);

  const x = useMemo(() => comparison.distance.map((metres) => metres * perUnit), [comparison, perUnit]);
  const speeds = useMemo(() => {
    const at = (side: Side, which: 'a' | 'b') =>
      comparison.distance.map((metres) =>
        side.speed === null
          ? NaN
          : speed.convert(
              valueAt(side.speed.time, side.speed.values, comparison.placeAt(metres)[which].time, side.speed.breaks),
            ),
      );
    return { a: at(a.side, 'a'), b: at(b.side, 'b') };
  }, [comparison, a.side, b.side, speed]);

  const onView = (span: Span | null) => {
    if (span === null) return setChosen(null);
    const from = Math.max(0, span.from);
    const to = Math.min(length, span.to);
    setChosen(to - from > 0.9999 * length || to <= from ? null : { of: comparison, span: { from, to } });
  };
  const shared = { cursor, axis, x, view, onView, keyStep: KEY_STEP };
  const hasSpeed = a.side.speed !== null || b.side.speed !== null;

  return (
    <div className="overflow-hidden rounded-card border border-line bg-card shadow-card">
      <Chart
        {...shared}
        label="Time delta"
        unit="s"
        lines={[{ label: 'Delta', values: comparison.delta, colour: 'waiting-ink' }]}
        band={comparison.band}
        write={(value) => writeDelta(value)}
        hasAxes
        hasPlaces={!hasSpeed}
        height={190}
      />
      <p className="px-3 pb-2 text-13 text-ink-2">
        The band is how far off the delta may be on the way, because a GPS place is good to some metres. The final delta
        is that of the times.
      </p>
      {hasSpeed && (
        <Chart
          {...shared}
          label="Speed"
          unit={speed.unit}
          lines={[
            { label: a.side.run.details.name, values: speeds.a, colour: 'ink' },
            { label: b.side.run.details.name, values: speeds.b, colour: 'waiting-ink' },
          ]}
          write={speed.write}
          hasAxes
          hasPlaces
          height={190}
        />
      )}
    </div>
  );
}
