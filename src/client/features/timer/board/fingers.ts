import { createFingers } from './press.ts';

/** One glass, so one set of fingers for all buttons. */
export const fingers = createFingers();

/** Before the buttons hear of a finger that comes, and after they have heard of one that goes. */
export function watchFingers(): () => void {
  const add = ({ pointerId, pointerType }: PointerEvent) => {
    if (pointerType === 'touch') fingers.add(pointerId);
  };
  const remove = ({ pointerId }: PointerEvent) => fingers.remove(pointerId);
  window.addEventListener('pointerdown', add, { capture: true });
  window.addEventListener('pointerup', remove);
  window.addEventListener('pointercancel', remove);
  return () => {
    window.removeEventListener('pointerdown', add, { capture: true });
    window.removeEventListener('pointerup', remove);
    window.removeEventListener('pointercancel', remove);
  };
}
