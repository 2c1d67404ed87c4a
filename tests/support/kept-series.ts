import type { Lane } from '../../src/server/reads/lane.ts';
import { createCourseBests } from '../../src/server/results/course-bests.ts';
import { createEventRows } from '../../src/server/results/event-rows.ts';
import { createKeptSeries, type KeptSeries } from '../../src/server/results/kept-series.ts';
import type { Storage } from '../../src/server/storage/engine.ts';

/** The series of a node of its own. */
export function keptSeriesOf(storage: Storage, lane: Lane): KeptSeries {
  const rows = createEventRows(storage, lane);
  return createKeptSeries({ storage, lane, rows, courseBests: createCourseBests(storage.db, rows, lane) });
}
