import type { FilmReport } from '../../camera/messages.ts';
import type { Battery } from '../../timing/use-battery.ts';
import type { SessionState, Trouble } from './camera-session.ts';

export const troubles: Readonly<Record<Trouble, string>> = {
  unsupported: 'Pages can’t use the camera in this browser. The button below still takes times.',
  refused: 'The camera isn’t allowed here. Allow it for this page in the browser’s settings, then try again.',
  none: 'No camera was found on this device. The button below still takes times.',
  busy: 'Another app uses the camera. Close that app, then try again.',
  taken: 'The camera isn’t available any more. What it filmed is kept. Try again.',
  worker: 'The camera couldn’t be read. Reload this page. Your times are safe.',
};

/** Mean brightness around the line at which nothing can be seen: black is 16 to most cameras, and 0 to the others. */
const DARK = 24;
/** Frames a second below which times become poor. */
const SLOW = 24;
/** So much longer than at its best is an interval of a camera that has slowed down. */
const SLOWED = 1.3;
/** An hour of filming, or less. */
const LOW_BATTERY = 0.2;

export interface NoteParts {
  readonly isCalibrated: boolean;
  readonly battery: Battery | null;
}

/** The one thing that the person at the camera should know now; the most urgent first. */
export function noteOf(state: SessionState, report: FilmReport | null, { isCalibrated, battery }: NoteParts): string {
  if (state.isMuted) return 'The camera is paused by the phone or another app. Nothing is filmed now.';
  if (report === null || report.interval === undefined) return 'Looking at the road…';
  if (report.light < DARK) return 'Too dark to see anything. Is the lens covered?';
  if (state.isOtherPicture) return 'The picture has changed: another lens, or another size. Check the line.';
  if (state.isClockCut) return 'This phone’s clock was set. No time is taken across the red line on the strip.';
  if (battery !== null && !battery.isCharging && battery.level <= LOW_BATTERY) {
    return `Battery ${Math.round(battery.level * 100)} %, not charging. Filming empties it: put it on a cable.`;
  }
  if (report.isShort) return 'This phone is short of memory. The strip goes back less far.';
  const { interval, best } = report;
  if (1_000 / interval < SLOW) return 'Few frames a second: times are less exact. More light helps.';
  if (best !== undefined && interval > SLOWED * best) {
    return `Fewer frames a second than before: ${Math.round(1_000 / interval)}, not ${Math.round(1_000 / best)}. Give it light, and shade if it is hot.`;
  }
  if (!isCalibrated) return 'Not calibrated: times may be 50 ms off. Calibrate it under Settings.';
  return 'Hold the phone upright and still. Drag the line to the finish.';
}
