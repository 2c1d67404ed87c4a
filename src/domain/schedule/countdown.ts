/** Phase that the gate shows: `wait` far from the start, `ready` close to it, `go` from the second on, then `late`. */
export type Zone = 'wait' | 'ready' | 'go' | 'late';

export interface Countdown {
  readonly text: string;
  readonly zone: Zone;
  /** Milliseconds until the text or the zone is another one. */
  readonly changesIn: number;
}

export interface CountdownRules {
  /** Time before the start from which the racer gets ready. */
  readonly readyMs: number;
  /** Time that 'GO' stays on the screen. */
  readonly goMs: number;
}

/** `27`, `1:05`, `1:00:05`: a racer on the ramp reads the last minute in the largest digits. */
export function readCountdown(leftMs: number, { readyMs, goMs }: CountdownRules): Countdown {
  if (leftMs > 0) {
    const seconds = Math.ceil(leftMs / 1000);
    const text = seconds < 60 ? String(seconds) : clockText(seconds);
    return { text, zone: leftMs <= readyMs ? 'ready' : 'wait', changesIn: leftMs - (seconds - 1) * 1000 };
  }
  if (-leftMs < goMs) return { text: 'GO', zone: 'go', changesIn: goMs + leftMs };
  const seconds = Math.floor(-leftMs / 1000);
  return { text: `+${clockText(seconds)}`, zone: 'late', changesIn: (seconds + 1) * 1000 + leftMs };
}

/** `0:05`, `12:00`, `1:00:05` */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
