import { ok, refuse, type Result } from '../../../domain/result.ts';
import { type Collector, MOST_READ, placeClocks } from '../collect.ts';
import type { ClockMethod, ReadFailure, ReadWarning, Recording, SourceKind } from '../recording.ts';

interface About {
  readonly kind: SourceKind;
  readonly device: string | null;
  /** How the times that were collected lie on UTC; null when that is unknown. */
  readonly clock: { readonly method: ClockMethod; readonly offset: number; readonly uncertainty: number } | null;
  readonly skipped?: number;
}

/** The recording of a log that was read to its end. */
export function finishLog(
  samples: Collector,
  { kind, device, clock, skipped = 0 }: About,
): Result<Recording, ReadFailure> {
  if (samples.count() === 0) return refuse({ code: 'log-no-positions' });
  if (samples.count() >= MOST_READ) return refuse({ code: 'file-too-large' });
  const { samples: columns, breaks, warnings, start } = samples.finish();
  const about: ReadWarning[] = skipped > 0 ? [{ code: 'rows-skipped', count: skipped }] : [];
  return ok({
    kind,
    device,
    samples: columns,
    breaks,
    laps: [],
    clocks: clock === null ? [] : placeClocks(clock.method, [start + clock.offset], clock.uncertainty),
    warnings: [...about, ...warnings],
  });
}

const DAY = 86_400;

/** Counts the days of a clock that tells the time of day alone: one that leaps back by most of a day passed midnight. */
export function createDayCounter(): (timeOfDay: number) => number {
  let days = 0;
  let last = NaN;
  return (timeOfDay) => {
    if (timeOfDay < last - DAY / 2) days += 1;
    last = timeOfDay;
    return timeOfDay + days * DAY;
  };
}

/** For example 235830.00: hours, minutes and seconds. NaN for anything else. */
export function readPackedTime(text: string): number {
  const found = /^(\d\d)(\d\d)(\d\d(?:\.\d{1,6})?)$/.exec(text);
  if (found === null) return NaN;
  const [hours, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return hours > 23 || minutes > 59 || seconds >= 61 ? NaN : hours * 3_600 + minutes * 60 + seconds;
}
