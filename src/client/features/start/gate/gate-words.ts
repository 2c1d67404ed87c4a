import type { RaceSettings } from '../../../../domain/model/race-settings.ts';
import { word } from '../../../../domain/language.ts';
import { clockText } from '../../../../domain/schedule/countdown.ts';
import type { GateStart } from '../../../../domain/schedule/gate.ts';

/** '12 s late', '1:05 early'; within a second of the list '+0.4 s', which its time of day does not show. */
export function offsetWords(offMs: number): string {
  const seconds = Math.floor(Math.abs(offMs) / 1000);
  const tenths = Math.round(Math.abs(offMs) / 100) / 10;
  if (seconds === 0) return `${tenths === 0 ? '±' : offMs < 0 ? '−' : '+'}${tenths.toFixed(1)} s`;
  const size = seconds < 60 ? `${seconds} s` : clockText(seconds);
  return offMs < 0 ? `${size} ${word('early')}` : `${size} ${word('late', 'after the list')}`;
}

/** Words for what the event's rule makes of a start that is not at its second. */
export function policyWords({ startPolicy, windowMs }: RaceSettings, offMs: number): string {
  if (startPolicy === 'schedule') return 'the listed time counts';
  if (startPolicy === 'tap') return 'the tap counts';
  return Math.abs(offMs) > windowMs ? 'outside the window, flagged' : 'inside the window';
}

/** 'Ada', 'Wheelers', or '4 racers'. */
export function namesOf({ racers, team }: GateStart): string {
  if (team !== null) return team;
  return racers.length === 1 ? racers[0]!.entry.name : `${racers.length} racers`;
}
