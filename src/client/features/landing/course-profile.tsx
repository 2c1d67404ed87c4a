const LINE =
  'M0 90 C4 90 6 86 9 86 S14 92 17 90 S22 82 25 82 S32 78 35 74 S39 42 42 40 S45 44 46 38 S48 10 50 10 ' +
  'S54 30 57 34 S61 28 64 36 S70 58 75 58 S82 66 86 62 S94 72 100 72';

/** The height of the line at each quarter of the way, in percent from the top. The line is level there. */
export const PROFILE_AT_QUARTERS = [90, 82, 10, 58] as const;

/** A hill climb seen from the side: flat to the start, up to the finish, and home. Drawn in the colour of its text. */
export function CourseProfile({ className = '' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden className={className}>
      <path d={`${LINE} L100 100 L0 100 Z`} className="fill-current opacity-8" />
      <path d={LINE} className="fill-none stroke-current stroke-2" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
