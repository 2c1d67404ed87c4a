import type { EndLine } from '../../../domain/model/lines.ts';
import { scrolledByHand } from '../hands/hand-scroll.ts';
import { createPlaces, type Meant, type Spot } from './places.ts';

const places = createPlaces();
let isNextOwn = false;

/** The next places are where a hand has brought the buttons. */
export function expectOwnMove(): void {
  isNextOwn = true;
}

/** Looks where the buttons are; called after each change of the page. */
export function notePlaces(at = performance.now()): void {
  places.note(measure(), at, isNextOwn);
  isNextOwn = false;
}

/** All that a touch can have meant, the latest last. */
export function meantBy({ clientX, clientY, timeStamp }: PointerEvent): readonly Meant[] {
  return places.meantAt(clientX + window.scrollX, clientY + scrolledByHand(), timeStamp);
}

const BUTTONS = '[data-timing-button][data-racer]:enabled';

/** Places of the buttons by the layout, without the transforms of sliding rows: a row counts where it will be. */
function measure(): Spot[] {
  const shift = scrolledByHand() - window.scrollY;
  return [...document.querySelectorAll<HTMLElement>(BUTTONS)].map((button) => {
    const { racer = '', line = '' } = button.dataset;
    let [left, top] = [0, shift];
    for (let part: Element | null = button; part instanceof HTMLElement; part = part.offsetParent) {
      left += part.offsetLeft;
      top += part.offsetTop;
    }
    const [right, bottom] = [left + button.offsetWidth, top + button.offsetHeight];
    return { racerId: racer, line: line as EndLine, left, right, top, bottom };
  });
}

/** Notes where the buttons are whenever something above them grows, the text gets larger or the phone is turned. */
export function watchPlaces(page: Element): () => void {
  const note = () => notePlaces();
  const observer = new ResizeObserver(note);
  observer.observe(page);
  window.addEventListener('resize', note);
  // The screen was opened by a hand.
  expectOwnMove();
  note();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', note);
  };
}
