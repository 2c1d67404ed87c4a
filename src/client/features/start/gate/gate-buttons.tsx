import type { PointerEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { GateStep } from './use-gate-steps.ts';

export interface StartButtonProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onStart: (timeStamp: number) => void;
}

/** Starts as the finger comes down: on the gate there is nothing to scroll under it. */
export function StartButton({ label, isDisabled, onStart }: StartButtonProps) {
  return (
    <button
      type="button"
      data-start-button
      disabled={isDisabled}
      className="flex h-(--start) w-full shrink-0 touch-none items-center justify-center rounded-button bg-accent px-3 text-[min(1.5rem,10cqw)] font-[760] text-on-accent select-none active:bg-ink active:text-paper disabled:cursor-not-allowed disabled:bg-soft disabled:text-ink-2 lying:h-auto lying:min-h-0 lying:flex-1"
      onPointerDown={(event: PointerEvent) => {
        if (event.button === 0 && event.isPrimary) onStart(event.timeStamp);
      }}
      // Assistive technology clicks without a pointer; the click of a finger has been counted when it came down.
      onClick={({ detail, timeStamp }) => {
        if (detail === 0) onStart(timeStamp);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className="truncate">{label}</span>
    </button>
  );
}

export interface OtherStepsProps {
  /** The racer whom the steps are for, where another is shown above them or a number tells both apart. */
  readonly whom: string | null;
  readonly onHold: (() => void) | null;
  readonly onSkip: (() => void) | null;
  readonly onDns: (() => void) | null;
}

/** Text of a step as large as the widest word allows in a third of a phone's width. */
export const STEP = 'h-full min-h-0! px-1! py-0! text-[min(1.25rem,6.3cqw)]! leading-[1.1]!';

export function OtherSteps({ whom, onHold, onSkip, onDns }: OtherStepsProps) {
  const named = whom !== null && (
    <bdi className="digits block truncate text-[0.8em] leading-[1.2] font-[550]">{whom}</bdi>
  );
  return (
    <div className="grid h-(--steps) shrink-0 grid-cols-3 gap-[8px]">
      <Button size="timing" className={STEP} disabled={onHold === null} onClick={() => onHold?.()}>
        <span>
          Delay <span className="digits">+0:30</span>
        </span>
      </Button>
      <Button size="timing" className={STEP} disabled={onSkip === null} onClick={() => onSkip?.()}>
        <span className="min-w-0">
          <span>Skip</span> {named}
        </span>
      </Button>
      <Button size="timing" className={STEP} disabled={onDns === null} onClick={() => onDns?.()}>
        <span className="min-w-0">
          <span>DNS</span> {named}
        </span>
      </Button>
    </div>
  );
}

export interface StepStripProps {
  readonly step: GateStep | null;
  /** Question whose start it was, where the step was kept without a name. */
  readonly question: ReactNode;
  /** Starts that the server has refused. */
  readonly refused: ReactNode;
  readonly onUndo: () => void;
}

/** The strip keeps its room while it is empty: buttons must not move under a finger. */
export function StepStrip({ step, question, refused, onUndo }: StepStripProps) {
  return (
    <div role="status" className="flex h-(--strip) shrink-0 items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-col">
        {refused}
        {question ??
          (step !== null && (
            <p
              className={`${refused ? 'line-clamp-1' : 'line-clamp-3'} text-[min(0.875rem,var(--strip)/3.44)] leading-[1.14] font-[550] [overflow-wrap:anywhere]`}
            >
              {step.message}
            </p>
          ))}
      </div>
      {step !== null && (
        <Button className="h-full min-h-0! shrink-0 px-4! py-0! @max-[18rem]:px-2!" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
}
