import type { Course } from '../model/race-format.ts';

/**
 * Key that is equal for events on one course: the name without regard to case and spaces, and the metres. Null without a
 * course: nobody has said that such events share one, so they are compared with none.
 */
export function courseKeyOf(course: Course | null): string | null {
  if (course === null) return null;
  const name = course.name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  return name === '' ? null : `${name} ${course.meters ?? '-'}`;
}
