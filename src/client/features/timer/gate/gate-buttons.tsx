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
      className="flex min-h-20 w-full touch-none items-center justify-center rounded-button bg-accent px-3 text-24 font-[760] text-on-accent select-none active:bg-ink active:text-paper disabled:cursor-not-allowed disabled:bg-soft disabled:text-ink-2"
      onPointerDown={(event: PointerEvent) => {
        if (event.button === 0 && event.isPrimary) onStart(event.timeStamp);
      }}
      // Assistive technology clicks without a pointer; the click of a finger has been counted when it came down.
      onClick={({ detail, timeStamp }) => {
        if (detail === 0) onStart(timeStamp);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className="line-clamp-1">{label}</span>
    </button>
  );
}

export interface OtherStepsProps {
  readonly onHold: (() => void) | null;
  readonly onSkip: (() => void) | null;
  readonly onDns: (() => void) | null;
}

export function OtherSteps({ onHold, onSkip, onDns }: OtherStepsProps) {
  return (
    <div className="grid grid-cols-3 gap-2">
      <Button size="timing" className="px-1! max-sm:text-18!" disabled={onHold === null} onClick={() => onHold?.()}>
        <span>
          Hold <span className="digits">+0:30</span>
        </span>
      </Button>
      <Button size="timing" className="px-1!" disabled={onSkip === null} onClick={() => onSkip?.()}>
        Skip
      </Button>
      <Button size="timing" className="px-1!" disabled={onDns === null} onClick={() => onDns?.()}>
        DNS
      </Button>
    </div>
  );
}

export interface StepStripProps {
  readonly step: GateStep | null;
  /** Whose start it was, where the step was kept without a name. */
  readonly question: ReactNode;
  readonly onUndo: () => void;
}

/** The strip keeps its room while it is empty: buttons must not move under a finger. */
export function StepStrip({ step, question, onUndo }: StepStripProps) {
  return (
    <div role="status" className="flex min-h-12 items-center gap-2">
      {step !== null && (
        <>
          {question ? (
            <div className="min-w-0 flex-1">{question}</div>
          ) : (
            <p className="line-clamp-3 min-w-0 flex-1 text-14 leading-4 font-[550] sm:text-16 sm:leading-5">
              {step.message}
            </p>
          )}
          <Button className="shrink-0 px-4!" onClick={onUndo}>
            Undo
          </Button>
        </>
      )}
    </div>
  );
}
