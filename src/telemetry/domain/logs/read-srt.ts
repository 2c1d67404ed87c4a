import type { Result } from '../../../domain/result.ts';
import { createCollector, MOST_READ } from '../collect.ts';
import { secondsOf } from '../moments.ts';
import type { ReadFailure, Recording } from '../recording.ts';
import { finishLog } from './finish-log.ts';
import { linesOf } from './lines.ts';

const TIMES = /^(\d{1,3}):(\d\d):(\d\d)[,.](\d{3})(?: -->|\s{0,3}$)/;
const NUMBER = /^\s{0,3}\d{1,7}\s{0,3}$/;
const CLOCK = /(\d{4})[-.](\d\d)[-.](\d\d) (\d\d):(\d\d):(\d\d)(?:[,.](\d{3})(?:[,.](\d{3}))?)?/;
const LAT = /\blatitude ?: ?(-?\d{1,6}(?:\.\d{1,12})?)/i;
// Some drones write 'longtitude'.
const LON = /\blongt?itude ?: ?(-?\d{1,6}(?:\.\d{1,12})?)/i;
const BOTH = /\bGPS ?\( ?(-?\d{1,6}(?:\.\d{1,12})?), ?(-?\d{1,6}(?:\.\d{1,12})?)/i;
const HEIGHTS = [
  /\babs_alt ?: ?(-?\d{1,6}(?:\.\d{1,12})?)/i,
  /\baltitude ?: ?(-?\d{1,6}(?:\.\d{1,12})?)/i,
  /\bBAROMETER ?: ?(-?\d{1,6}(?:\.\d{1,12})?)/i,
  /\bH (-?\d{1,6}(?:\.\d{1,12})?)m\b/,
  /\brel_alt ?: ?(-?\d{1,6}(?:\.\d{1,12})?)/i,
];
const SPEED = /\bH\.S (-?\d{1,6}(?:\.\d{1,12})?)m\/s/i;

/** The subtitles in which a drone of DJI notes its position, in the dialects of its models. */
export function readSrt(text: string): Result<Recording, ReadFailure> {
  const samples = createCollector();
  let shown = NaN;
  let words = '';
  let clock: { readonly zero: number; readonly hasFraction: boolean } | null = null;
  let cues = 0;

  const keep = () => {
    if (words === '' || samples.count() >= MOST_READ) return;
    cues += 1;
    const place = readPlace(words);
    if (place === null) return;
    const moment = readClock(words);
    if (cues === 1 && moment !== null)
      clock = { zero: moment, hasFraction: /[,.]\d{3}/.test(CLOCK.exec(words)?.[0].slice(19) ?? '') };
    // By the drone's clock where it has one: the subtitles of some models skip a second.
    samples.add(clock === null ? shown : (moment ?? NaN));
    samples.setPosition(place[0], place[1]);
    for (const height of HEIGHTS) {
      const found = height.exec(words);
      if (found === null) continue;
      samples.set('elevation', Number(found[1]));
      break;
    }
    samples.set('speed', Number(SPEED.exec(words)?.[1] ?? NaN));
  };

  for (const line of linesOf(text)) {
    const times = TIMES.exec(line);
    if (times === null && !NUMBER.test(line)) {
      // Without numbers and times between them each place is a subtitle of its own.
      if (readPlace(line) !== null && readPlace(words) !== null) {
        keep();
        words = '';
      }
      if (words.length < 4_096) words += ` ${line}`;
      continue;
    }
    keep();
    words = '';
    if (times === null) continue;
    shown = Number(times[1]) * 3_600 + Number(times[2]) * 60 + Number(times[3]) + Number(times[4]) / 1_000;
  }
  keep();
  // The drone's own clock, in an unknown time zone.
  const known = clock === null ? null : { method: 'creation-time' as const, offset: 0, uncertainty: 1 };
  return finishLog(samples, { kind: 'srt', device: 'DJI', clock: known });
}

/** Null where the drone had no position: it writes zeros then. */
function readPlace(words: string): readonly [lat: number, lon: number] | null {
  const both = BOTH.exec(words);
  const [lat, lon] =
    both === null
      ? [Number(LAT.exec(words)?.[1] ?? NaN), Number(LON.exec(words)?.[1] ?? NaN)]
      : [Number(both[2]), Number(both[1])];
  if (Number.isNaN(lat) || Number.isNaN(lon) || (lat === 0 && lon === 0)) return null;
  return Math.abs(lat) > 90 && Math.abs(lon) <= 90 ? [lon, lat] : [lat, lon];
}

function readClock(words: string): number | null {
  const found = CLOCK.exec(words);
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const whole = secondsOf(year, month, day, hour, minute, second);
  return whole === null ? null : whole + Number(`0.${found[7] ?? '0'}${found[8] ?? ''}`);
}
