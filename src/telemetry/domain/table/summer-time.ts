const HOUR = 3_600;
const DAY = 86_400;
/** Seconds between the last row before a change of the clocks and the first one after it. */
const LONGEST_STEP = 60;
const SUNDAY = 0;
/** Hours of the night after which clocks are changed, as different countries do it. */
const CHANGED_UNTIL = 4;

/**
 * Local times without a zone that go on over the beginning or the end of summer time. Without it an hour of a night's
 * recording would go back and lose its times, or a run would be an hour longer. Only whole hours on a Sunday night are
 * taken for it, from the last seconds of one hour to the first of another.
 */
export function createSummerTime(): { readonly follow: (local: number) => number; readonly changes: () => number } {
  let [last, shift, changes] = [NaN, 0, 0];
  return {
    follow(local) {
      if (Number.isNaN(local)) return local;
      const step = local - last;
      const isBack = step < 0 && step + HOUR > 0 && step + HOUR <= LONGEST_STEP;
      const isAhead = step > HOUR && step - HOUR <= LONGEST_STEP;
      if ((isBack || isAhead) && isNightOfChange(last, local)) {
        shift += isBack ? HOUR : -HOUR;
        changes += 1;
      }
      last = local;
      return local + shift;
    },
    changes: () => changes,
  };
}

function isNightOfChange(before: number, after: number): boolean {
  const isSunday = new Date(after * 1_000).getUTCDay() === SUNDAY;
  const isNight = (after % DAY) / HOUR < CHANGED_UNTIL;
  return isSunday && isNight && HOUR - (before % HOUR) <= LONGEST_STEP && after % HOUR <= LONGEST_STEP;
}
