import type { Result } from '../../../domain/result.ts';
import { createCollector, MOST_READ, toName } from '../collect.ts';
import { secondsOf } from '../moments.ts';
import type { ReadFailure, Recording } from '../recording.ts';
import { createDayCounter, finishLog, readPackedTime } from './finish-log.ts';
import { linesOf } from './lines.ts';

/** Time, latitude, longitude, kind of fix, height by pressure, height by satellites. */
const FIX = /^B(\d{6})(\d\d)(\d{5})([NS])(\d{3})(\d{5})([EW])([AV])(-\d{4}|\d{5})(-\d{4}|\d{5})/;
const DATE = /^HFDTE(?:DATE:)?\s*(\d\d)(\d\d)(\d\d)/;
const DEVICE = /^HFFTY.*?:(.{1,200})$/;

/** The flight of a glider. Heights are those of the satellites; where it has none, those by pressure. */
export function readIgc(text: string): Result<Recording, ReadFailure> {
  const samples = createCollector();
  const countDays = createDayCounter();
  let zero = NaN;
  let device: string | null = null;
  let skipped = 0;
  for (const line of linesOf(text)) {
    if (samples.count() >= MOST_READ) break;
    const date = DATE.exec(line);
    if (date !== null && Number.isNaN(zero)) {
      zero = secondsOf(2_000 + Number(date[3]), Number(date[2]), Number(date[1]), 0, 0, 0) ?? NaN;
    }
    device ??= toName(DEVICE.exec(line)?.[1]);
    if (!line.startsWith('B')) continue;
    const found = FIX.exec(line);
    const time = found === null ? NaN : readPackedTime(found[1]!);
    if (found === null || Number.isNaN(time)) {
      skipped += 1;
      continue;
    }
    samples.add(countDays(time));
    samples.setPosition(
      toDegrees(found[2]!, found[3]!, found[4] === 'S'),
      toDegrees(found[5]!, found[6]!, found[7] === 'W'),
    );
    const [pressure, satellites] = [Number(found[9]), Number(found[10])];
    samples.set('elevation', satellites === 0 ? pressure : satellites);
    samples.set('fix', found[8] === 'A' ? 3 : 2);
  }
  const clock = Number.isNaN(zero) ? null : { method: 'sample-time' as const, offset: zero, uncertainty: 1 };
  return finishLog(samples, { kind: 'igc', device, clock, skipped });
}

/** Minutes are written in thousandths. */
function toDegrees(degrees: string, minutes: string, isNegative: boolean): number {
  const value = Number(degrees) + Number(minutes) / 60_000;
  return isNegative ? -value : value;
}
