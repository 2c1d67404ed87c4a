import { useCallback, useMemo } from 'react';
import { Chart } from '../../../playback/chart/chart.tsx';
import { type Span, TIME_STEPS, writeTicks } from '../../../../../client/ui/plot/plot.ts';
import { measureOf, type Units, writeTime, writeValue } from '../../../recordings/units.ts';
import { CHANNEL_COLOURS, CHANNEL_NAMES } from './channel-names.ts';
import { useOpenRun } from '../run-context.ts';
import type { ModelChannel, ModelSource, RunModel } from '../run-model.ts';
import { wholeOf, withinWhole } from './section.ts';
import { useViewSettings } from '../view-settings.ts';
import type { ChartAxis } from '../../../playback/chart/chart-content.ts';

const FROM_ZERO = new Set(['speed', 'power', 'cadence', 'distance']);
const PACE_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 1_200] as const;
const writePaces = (values: number[]) => values.map((value) => writeTime(value, 0));
const OVERVIEW_HEIGHT = 44;

/** All charts share one axis, one section and one cursor. */
export function ChartStack() {
  const { model, cursor, units, section, setSection } = useOpenRun();
  const { axis: chosen, hidden } = useViewSettings();
  const hasDistance = model.channels.some(({ channel }) => channel === 'distance');
  const axis = useMemo(
    () => (hasDistance && (chosen === 'distance' || !model.hasTimes) ? distanceAxis(model, units) : timeAxis()),
    [hasDistance, chosen, model, units],
  );
  const columns = useMemo(() => new Map(model.sources.map((source) => [source, axis.columnOf(source)])), [axis, model]);

  const whole = useMemo(() => placesOf(axis, wholeOf(model)), [axis, model]);
  const chosenPlaces = useMemo(() => (section === null ? null : placesOf(axis, section)), [axis, section]);
  const view = chosenPlaces ?? whole;
  const onView = useCallback(
    (next: Span | null) => {
      const times = next === null ? null : { from: axis.timeOf(next.from), to: axis.timeOf(next.to) };
      setSection(times === null ? null : withinWhole(times, model));
    },
    [axis, model, setSection],
  );

  const shown = model.channels.filter(({ channel }) => !hidden.includes(channel));
  const overview = shown[0] ?? model.channels[0];
  if (overview === undefined) return null;
  return (
    <div dir="ltr" data-charts>
      {/* As wide as the drawings below it, without their axis. */}
      <div className="mb-2 pr-2 pl-11">
        <ChannelChart
          key={`overview ${overview.channel}`}
          channel={overview}
          x={columns.get(overview.from)!}
          axis={axis}
          view={whole}
          onView={onView}
          overview={chosenPlaces}
          cursor={cursor}
          hasPlaces={false}
          isOverview
        />
      </div>
      <div className="flex flex-col divide-y divide-line border-t border-line">
        {shown.map((channel, index) => (
          <ChannelChart
            key={channel.channel}
            channel={channel}
            x={columns.get(channel.from)!}
            axis={axis}
            view={view}
            onView={onView}
            overview={null}
            cursor={cursor}
            hasPlaces={index === shown.length - 1}
            isOverview={false}
          />
        ))}
      </div>
    </div>
  );
}

const placesOf = (axis: RunAxis, { from, to }: Span): Span => ({ from: axis.placeOf(from), to: axis.placeOf(to) });

interface ChannelChartProps {
  readonly channel: ModelChannel;
  readonly x: Float64Array;
  readonly axis: RunAxis;
  readonly view: Span;
  readonly onView: (view: Span | null) => void;
  readonly overview: Span | null;
  readonly cursor: ReturnType<typeof useOpenRun>['cursor'];
  readonly hasPlaces: boolean;
  readonly isOverview: boolean;
}

function ChannelChart({ channel, x, axis, view, onView, overview, cursor, hasPlaces, isOverview }: ChannelChartProps) {
  const { units } = useOpenRun();
  const { channel: name, values, levels, from } = channel;
  const { unit, convert, write } = measureOf(name, units);
  const lines = useMemo(
    () => [{ label: CHANNEL_NAMES[name], values, levels, convert, colour: CHANNEL_COLOURS[name] }],
    [name, values, levels, convert],
  );
  const isPace = name === 'pace';
  return (
    <Chart
      label={isOverview ? 'The whole run. Drag to choose a section' : CHANNEL_NAMES[name]}
      isBare={isOverview}
      unit={isOverview ? '' : unit}
      x={x}
      lines={lines}
      breaks={from.drawn.breaks}
      cursor={cursor}
      axis={axis}
      view={view}
      onView={onView}
      drag={isOverview ? 'section' : 'scrub'}
      highlight={overview}
      write={write}
      ticks={isPace ? writePaces : undefined}
      tickSteps={isPace ? PACE_STEPS : undefined}
      isInverted={isPace}
      isFromZero={FROM_ZERO.has(name)}
      hasAxes={!isOverview}
      hasPlaces={hasPlaces}
      height={isOverview ? OVERVIEW_HEIGHT : hasPlaces ? 156 : 130}
    />
  );
}

interface RunAxis extends ChartAxis {
  /** The position of each sample of a source on the axis. */
  readonly columnOf: (source: ModelSource) => Float64Array;
}

function timeAxis(): RunAxis {
  return {
    placeOf: (time) => time,
    timeOf: (place) => place,
    write: (place) => writeTime(place, 1),
    ticks: (places, step) => places.map((place) => writeTime(place, step >= 1 ? 0 : step >= 0.1 ? 1 : 2)),
    steps: TIME_STEPS,
    columnOf: ({ time }) => time,
  };
}

/** In kilometres or miles: the written figures are round, not the metres. */
function distanceAxis(model: RunModel, units: Units): RunAxis {
  const { convert } = measureOf('distance', units);
  const metres = 1 / convert(1);
  return {
    placeOf: (time) => convert(model.distanceAt(time)),
    timeOf: (place) => model.timeAtDistance(place * metres),
    write: (place) => writeValue('distance', units, place * metres),
    ticks: writeTicks,
    columnOf: ({ time }) => model.distancesAt(time).map(convert),
  };
}
