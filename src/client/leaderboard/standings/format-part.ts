import type { EventState } from '../../../domain/model/state.ts';
import { keepTrying } from '../../loading/keep-trying.ts';
import { latePart } from '../../event/late-part.tsx';

/** The board of an event with several runs, handicaps, teams, categories or corrections: a plain event needs none of it. */
export const formatPart = latePart(() => import('./shown-format.tsx').then((m) => m.ShownFormat));

/** The first board has the right order: the part is there before the page is drawn, by the server and by the browser. */
export async function preloadFormat(event: EventState | undefined): Promise<void> {
  if (event !== undefined && hasFormat(event)) await keepTrying(formatPart.load);
}

/** Several runs, handicaps, teams, racers in categories, a course with earlier times, or something to say above the lists. */
export function hasFormat({ format, official, entries }: EventState): boolean {
  const { attempts, handicap, teams, categories, course, conditions, shows } = format;
  if (attempts.count > 1 || (handicap ?? teams ?? course ?? official) !== null) return true;
  if (categories.length > 0 || conditions !== '' || shows.some((part) => part !== 'bests')) return true;
  return Object.values(entries).some(({ details }) => details?.category !== undefined);
}
