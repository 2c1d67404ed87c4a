import { type Exportable, toGpx } from '../../../domain/export.ts';
import { planeAround } from '../../../domain/geo.ts';
import { epochMs } from '../../../../domain/units.ts';

/** Two runs that nobody rode, to try the page with: written as a watch would write them, and read like any other file. */
const COURSE_METRES = 1_600;
const CLIMB_METRES = 48;
const PLACE = [47.27, 8.51] as const;
const START = Date.UTC(2026, 4, 10, 9, 30);
const FINE_SECONDS = 0.05;
const TICKS_A_FIX = 20;

interface Rider {
  readonly fileName: string;
  readonly begins: number;
  /** Share of the usual speed at a distance. */
  readonly form: (along: number) => number;
  /** Phase of the receiver's error in its slow wave. */
  readonly phase: number;
}

const RIDERS: readonly Rider[] = [
  { fileName: 'Example run 1.gpx', begins: START, form: () => 1, phase: 0 },
  {
    fileName: 'Example run 2.gpx',
    begins: START + 900_000,
    // Bolder through the bends in the middle, tired towards the end.
    form: (along) => (along > 500 && along < 900 ? 1.09 : along > 1_200 ? 0.96 : 1.005),
    phase: 2,
  },
];

const headingAt = (along: number): number => 0.7 + 1.1 * Math.sin(along / 190) + 0.6 * Math.sin(along / 67);
const heightAt = (along: number): number =>
  560 + (CLIMB_METRES * (1 - Math.cos((Math.PI * along) / COURSE_METRES))) / 2 + 2 * Math.sin(along / 80);
const slopeAt = (along: number): number => (heightAt(along + 5) - heightAt(along - 5)) / 10;

function speedAt(along: number): number {
  const bend = Math.abs(headingAt(along + 4) - headingAt(along - 4)) / 8;
  return Math.max(3, (9 - 55 * slopeAt(along)) / (1 + 25 * bend));
}

/** The files of the example, as they would be dropped. */
export function makeExampleRuns(): readonly File[] {
  return RIDERS.map((rider) => new File([toGpx(ride(rider), rider.fileName)], rider.fileName));
}

function ride({ begins, form, phase }: Rider): Exportable {
  const plane = planeAround(PLACE[0], PLACE[1]);
  const perLat = 1 / (plane.y(PLACE[0] + 1) - plane.y(PLACE[0]));
  const perLon = 1 / (plane.x(PLACE[1] + 1) - plane.x(PLACE[1]));
  const columns = { time: [], lat: [], lon: [], elevation: [], heartRate: [], power: [] } as Record<string, number[]>;
  let [x, y, along, pulse] = [0, 0, 0, 96];
  for (let tick = 0; along < COURSE_METRES; tick += 1) {
    const time = tick * FINE_SECONDS;
    // From a standing start.
    const speed = speedAt(along) * form(along) * Math.min(1, 0.15 + time / 6);
    const power = Math.max(0, 780 * slopeAt(along) * speed + 0.22 * speed ** 3 + 25);
    pulse += ((115 + Math.min(75, power / 5) - pulse) * FINE_SECONDS) / 25;
    if (tick % TICKS_A_FIX === 0) {
      const lat = PLACE[0] + (y + 1.2 * Math.sin(time / 23 + phase)) * perLat;
      const lon = PLACE[1] + (x + 1.2 * Math.cos(time / 31 + phase)) * perLon;
      const fix = { time, lat, lon, elevation: heightAt(along), heartRate: pulse, power };
      for (const [name, value] of Object.entries(fix)) columns[name]!.push(value);
    }
    along += speed * FINE_SECONDS;
    x += Math.sin(headingAt(along)) * speed * FINE_SECONDS;
    y += Math.cos(headingAt(along)) * speed * FINE_SECONDS;
  }
  const { time, ...channels } = Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)]),
  );
  const clock = { method: 'sample-time', at: epochMs(begins), uncertaintySeconds: 0 } as const;
  return { samples: { time: time!, channels }, breaks: [0], clocks: [clock] };
}
