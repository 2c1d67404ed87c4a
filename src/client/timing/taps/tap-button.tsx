import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { hands } from '../hands/hands.ts';
import { scrolledByHand } from '../hands/hand-scroll.ts';
import { onNoClick, secondTouch } from './fingers.ts';
import { createPress } from './press.ts';
import type { ButtonEdges } from './second-touch.ts';
import { type TapButtonProps, TimingButton } from './timing-button.tsx';

export function TapButton({ line, entry, isDisabled, onTap, children, ...word }: TapButtonProps) {
  const [press] = useState(() => createPress(hands.isDown));
  const [isRecording, setIsRecording] = useState(false);
  const isLocked = useRef(false);
  const place = useRef<ButtonEdges | null>(null);

  async function tap(timeStamp: number | null) {
    if (timeStamp === null || isLocked.current) return;
    isLocked.current = true;
    if (place.current !== null) secondTouch.note(place.current, timeStamp);
    place.current = null;
    setIsRecording(true);
    try {
      await onTap(entry, line, timeStamp);
    } finally {
      isLocked.current = false;
      setIsRecording(false);
    }
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    // Set outside React: the button must answer in this very frame, whatever else there is to render.
    if (!press.pointerDown(event)) return;
    event.currentTarget.dataset['pressed'] = '';
    const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
    place.current = { left, right, top, bottom, scrolled: scrolledByHand() };
    const { pointerId } = event;
    onNoClick(pointerId, () => void tap(press.takeWithoutClick(pointerId)));
  }

  function onClick(event: MouseEvent<HTMLButtonElement>) {
    const { pointerId } = event.nativeEvent as Partial<globalThis.PointerEvent>;
    void tap(press.click({ timeStamp: event.timeStamp, detail: event.detail, pointerId }));
  }

  return (
    <TimingButton
      line={line}
      entry={entry}
      {...word}
      disabled={isDisabled}
      {...(isRecording ? { 'aria-busy': true } : {})}
      onPointerDown={onPointerDown}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={(event) => {
        release(event);
        press.pointerCancel(event);
      }}
      onKeyDown={(event) => {
        if (!press.keyDown(event)) event.preventDefault();
      }}
      onBlur={() => press.blur()}
      onClick={onClick}
      // A long press is a press, not a wish to copy the word.
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </TimingButton>
  );
}

function release(event: PointerEvent<HTMLButtonElement>): void {
  delete event.currentTarget.dataset['pressed'];
}
