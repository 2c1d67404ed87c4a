import type { ChartAxis } from '../../../../playback/chart/chart-content.ts';
import { TIME_STEPS, writeTicks } from '../../../../ui/plot/plot.ts';
import { measureOf, type Units, writeTime, writeValue } from '../../../../recordings/units.ts';
import type { ModelSource, RunModel } from '../run-model.ts';

export interface RunAxis extends ChartAxis {
  /** The position of each sample of a source on the axis. */
  readonly columnOf: (source: ModelSource) => Float64Array;
}

export function timeAxis(): RunAxis {
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
export function distanceAxis(model: RunModel, units: Units): RunAxis {
  const { convert } = measureOf('distance', units);
  const metres = 1 / convert(1);
  return {
    placeOf: (time) => convert(model.distanceAt(time)),
    timeOf: (place) => model.timeAtDistance(place * metres),
    write: (place) => writeValue('distance', units, place * metres),
    ticks: writeTicks,
    columnOf: ({ time }) => time.map((at) => (Number.isNaN(at) ? NaN : convert(model.distanceAt(at)))),
  };
}
