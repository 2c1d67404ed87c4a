import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLES } from '../tests/telemetry/support/samples.ts';
import { readFacts } from '../tests/telemetry/facts/run-facts.ts';

test('Every sample is read as its README states', async () => {
  const files = await readFacts(SAMPLES);
  const different = files.flatMap(({ file, facts }) =>
    facts.filter(({ isSame }) => isSame === false).map((fact) => ({ file, ...fact })),
  );
  expect(different).toEqual([]);
  expect(files.flatMap(({ facts }) => facts.filter(({ isSame }) => isSame === true)).length).toBeGreaterThan(390);
});

/** The facts of the rows of a README in a folder with one GPX file of three points, a kilometre apart. */
async function factsOf(...rows: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'));
  try {
    const points = [0, 1, 2].map((at) => `<trkpt lat="${at * 0.009}" lon="7"><ele>5</ele></trkpt>`);
    writeFileSync(join(folder, 'a.gpx'), `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`);
    writeFileSync(join(folder, 'README.md'), rows.join('\n'));
    const files = await readFacts(folder);
    return files.map(({ facts }) => facts.map(({ what, isSame, read }) => ({ what, isSame, read })));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('What the page shows is compared within its tolerance, and none is the same as null', async () => {
  const row = (shown: string) => `| a.gpx | - | - | {"pts": 3, "start": null, "positions": 3, ${shown}} | - |`;
  const [right = [], wrong = []] = await factsOf(
    row('"shown": {"distance_m": 2000, "maxSpeed_ms": null}, "within": {"distance_m": "1 %"}'),
    row('"shown": {"distance_m": 2000, "maxSpeed_ms": 5}, "within": {"distance_m": 0.5}'),
  );
  const isSame = (facts: typeof right, name: string) => facts.find(({ what }) => what === name)?.isSame;
  const names = ['start', 'positions', 'shown distance_m', 'shown maxSpeed_ms'];
  expect(names.map((name) => isSame(right, name))).toEqual([true, true, true, true]);
  expect(names.map((name) => isSame(wrong, name))).toEqual([true, true, false, false]);
});

test('A row that cannot be compared differs, and the rows behind it are read all the same', async () => {
  const facts = await factsOf(
    '| a.gpx |',
    '| a.gpx | - | - | {"pts": 3, | - |',
    '| a.gpx | - | - | null | - |',
    '| a.gpx | - | - | {"laps": 7, "shown": "much", "lapTimes_s": 3, "within": null} | - |',
    '| not-there.gpx | - | - | {"pts": 3} | - |',
    '| a.gpx | - | - | {"pts": 3} | - |',
  );
  expect(facts).toHaveLength(6);
  expect(facts[4]).toMatchObject([{ what: 'row', isSame: false }]);
  expect(facts[5]?.filter(({ isSame }) => isSame !== null)).toMatchObject([{ what: 'pts', isSame: true }]);
});

test('The figures of the page and the sport are compared where a row states them', async () => {
  const row = (shown: string) => `| a.gpx | - | - | {"pts": 3, "shown": ${shown}} | - |`;
  const [right = [], wrong = []] = await factsOf(
    row('{"sport": null, "deviceAscent_m": null, "descent_m": 0, "heartRateMean_bpm": null, "moving_s": null}'),
    row('{"sport": "running", "deviceAscent_m": 5, "descent_m": 9, "heartRateMean_bpm": 140, "moving_s": 7}'),
  );
  const shown = (facts: typeof right) =>
    facts.filter(({ what }) => what.startsWith('shown ')).map(({ isSame }) => isSame);
  expect(shown(right)).toEqual([true, true, true, true, true]);
  expect(shown(wrong)).toEqual([false, false, false, false, false]);
});
