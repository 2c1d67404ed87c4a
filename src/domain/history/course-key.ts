import type { Course } from '../model/race-format.ts';

/**
 * The same for two events on one course: the name without regard to case and spaces, and the metres. Null without a
 * course: such events are compared with none, because nobody has said that their courses are one.
 */
export function courseKeyOf(course: Course | null): string | null {
  if (course === null) return null;
  const name = course.name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  return name === '' ? null : `${name} ${course.meters ?? '-'}`;
}
