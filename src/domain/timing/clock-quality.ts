/** Uncertainty above which the board's hundredths are more exact than the clock. */
export const POOR_CLOCK_MS = 100;

/** `unknown`: not measured yet, so a tap would be timed by the device's own clock. */
export type ClockQuality = 'good' | 'poor' | 'unknown';

export function rateClock(uncertainty: number | null): ClockQuality {
  if (uncertainty === null) return 'unknown';
  return uncertainty <= POOR_CLOCK_MS ? 'good' : 'poor';
}
