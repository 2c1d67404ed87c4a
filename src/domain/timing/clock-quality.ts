/** Past this the hundredths on the board say more than the clock knows. */
export const POOR_CLOCK_MS = 100;

/** `unknown`: not measured yet, so a tap would stand on the device's own clock. */
export type ClockQuality = 'good' | 'poor' | 'unknown';

export function rateClock(uncertainty: number | null): ClockQuality {
  if (uncertainty === null) return 'unknown';
  return uncertainty <= POOR_CLOCK_MS ? 'good' : 'poor';
}
