import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Entry, Line } from '../../../../domain/events/state.ts';
import { fingers, hasStayed, onMoved } from './fingers.ts';
import { createPress } from './press.ts';

/** Resolves when the tap is on this device's disk, which is for how long the button is locked. */
export type Tap = (entry: Entry, line: Line, timeStamp: number) => Promise<void>;

export interface TapButtonProps {
  readonly line: Line;
  readonly entry: Entry;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  /** Under the word: the running clock. */
  readonly children?: ReactNode;
  readonly className?: string;
}

// `pan-y`: a finger that moves scrolls the page and starts nobody, and two fingers on two buttons do not zoom.
// `contain-strict`: the clock in it ticks without any layout outside.
const BASE =
  'flex h-16 w-27 shrink-0 touch-pan-y select-none flex-col items-center justify-center rounded-button border-2 px-1 ' +
  'contain-strict text-18 font-[760] leading-6 data-pressed:scale-[0.96] aria-busy:opacity-80 ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-soft disabled:text-ink-2';

const LOOKS: Record<Line, string> = {
  start:
    'border-ink bg-card text-ink not-disabled:hover:bg-soft not-disabled:data-pressed:bg-ink not-disabled:data-pressed:text-paper',
  finish:
    'border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-press not-disabled:data-pressed:bg-ink not-disabled:data-pressed:text-paper',
};

const WORDS: Record<Line, string> = { start: 'Start', finish: 'Finish' };

export function TapButton({ line, entry, isDisabled, onTap, children, className = '' }: TapButtonProps) {
  const [press] = useState(() => createPress(fingers));
  const [isRecording, setIsRecording] = useState(false);
  const isLocked = useRef(false);

  async function tap(timeStamp: number | null) {
    if (timeStamp === null || isLocked.current) return;
    isLocked.current = true;
    setIsRecording(true);
    try {
      await onTap(entry, line, timeStamp);
    } finally {
      isLocked.current = false;
      setIsRecording(false);
    }
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    // Past React, so that the answer is in this very frame whatever else there is to render.
    if (!press.pointerDown(event)) return;
    event.currentTarget.dataset['pressed'] = '';
    const { pointerId } = event;
    onMoved(pointerId, () => void tap(press.takeMoved(pointerId)));
  }

  function onPointerUp(event: PointerEvent<HTMLButtonElement>) {
    release(event);
    // Asked only when it matters: where a button is costs a layout.
    void tap(press.pointerUp(event, () => isInside(event) || hasStayed(event.nativeEvent)));
  }

  function onClick(event: MouseEvent<HTMLButtonElement>) {
    const { pointerId } = event.nativeEvent as Partial<globalThis.PointerEvent>;
    void tap(press.click({ timeStamp: event.timeStamp, detail: event.detail, pointerId }));
  }

  return (
    <button
      type="button"
      data-timing-button
      disabled={isDisabled}
      aria-label={`${WORDS[line]} ${entry.name}`}
      {...(isRecording ? { 'aria-busy': true } : {})}
      className={`${BASE} ${LOOKS[line]} ${className}`}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
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
      {WORDS[line]}
      {children !== undefined && <span className="digits text-16 font-[720] leading-5">{children}</span>}
    </button>
  );
}

function release(event: PointerEvent<HTMLButtonElement>): void {
  delete event.currentTarget.dataset['pressed'];
}

function isInside({ currentTarget, clientX, clientY }: PointerEvent<HTMLButtonElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
