import { page } from 'vitest/browser';
import { middleOf, type Point } from './finger.ts';

/** A button by its whole name. */
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const startOf = (racer: string) => button(`Start ${racer}`);
export const finishOf = (racer: string) => button(`Finish ${racer}`);
export const undoBar = page.getByRole('region', { name: 'Undo' });
export const toasts = page.getByRole('region', { name: 'Notifications' });

export type Section = 'Racers On Course' | 'Inactive Racers' | 'Leaderboard' | 'Not ranked' | 'No handicap' | 'Teams';

export const section = (title: Section) => page.getByRole('region', { name: title });

/** The rows of a list as one reads them, without what only screen readers hear. */
export const rowsOf = (title: Section): string[] =>
  section(title)
    .getByRole('listitem')
    .elements()
    .map((row) => (row as HTMLElement).innerText.split(/\s*\n\s*/).join(' '));

const namesWith = (...words: readonly string[]): string[] =>
  words.flatMap((word) =>
    [...document.querySelectorAll(`button[aria-label^="${word} "]:not([data-again])`)].map((each) =>
      each.getAttribute('aria-label')!.slice(word.length + 1),
    ),
  );
export const inactive = () => namesWith('Start');
/** Also those who have started a moment ago: their rows rest before Finish comes. */
export const onCourse = () => namesWith('Finish', 'Undo start of').toSorted();

/** The middle of a button, once its list is laid out. */
export function placeOf(name: string): Point {
  return middleOf(button(name).element());
}

/** True where a finger can come down on all of it: nothing lies over the element, and it is on the screen. */
export function isInReach(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const corners = [
    [left + 3, top + 3],
    [right - 3, top + 3],
    [left + 3, bottom - 3],
    [right - 3, bottom - 3],
  ] as const;
  return corners.every(([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return there !== null && (there === element || element.contains(there) || there.contains(element));
  });
}

/** How far the page can be pushed sideways. */
export const overflow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Sixty letters without a place to break them. */
export const LONG = 'W'.repeat(60);

/** The moments at which fingers came down, as the browser stamped them. */
export function notePresses(): readonly number[] {
  const noted: number[] = [];
  addEventListener('pointerdown', ({ timeStamp }) => void noted.push(timeStamp), { capture: true });
  return noted;
}

/** When a button of this name comes, on the page's clock. */
export const momentOf = (name: string): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(`button[aria-label="${name}"]`) === null) return;
      watching.disconnect();
      resolve(performance.now());
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  });
