import type { ComponentProps, ReactNode } from 'react';
import type { Entry, EndLine } from '../../../../../domain/events/state.ts';

/** Resolves when the tap is on this device's disk; the button is locked until then. `team`: all of them by this tap. */
export type Tap = (entry: Entry, line: EndLine, timeStamp: number, team?: TappedTeam) => Promise<void>;

export interface TappedTeam {
  readonly name: string;
  readonly racerIds: readonly string[];
}

export interface TapButtonProps {
  readonly line: EndLine;
  readonly entry: Entry;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  /** Shown under the word: the running clock. */
  readonly children?: ReactNode;
  /** In place of Start or Finish, at a split point. */
  readonly word?: string;
}

// `pan-y`: a finger that moves scrolls the page and starts no racer, and two fingers on two buttons do not zoom.
// `contain-strict`: the clock in the button ticks without any layout outside.
const BASE =
  'flex h-16 w-27 shrink-0 touch-pan-y select-none flex-col items-center justify-center rounded-button border-2 px-1 ' +
  'contain-strict text-18 font-[760] leading-6 data-pressed:scale-[0.96] aria-busy:opacity-80 ' +
  'stacked:row-button disabled:cursor-not-allowed disabled:border-line disabled:bg-soft disabled:text-ink-2';

const LOOKS: Record<EndLine, string> = {
  start:
    'border-ink bg-card text-ink not-disabled:hover:bg-soft not-disabled:data-pressed:bg-ink not-disabled:data-pressed:text-paper',
  finish:
    'border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-press not-disabled:data-pressed:bg-ink not-disabled:data-pressed:text-paper',
};

const WORDS: Record<EndLine, string> = { start: 'Start', finish: 'Finish' };

export interface TimingButtonProps
  extends Pick<TapButtonProps, 'line' | 'entry' | 'children' | 'word'>, Omit<ComponentProps<'button'>, 'children'> {}

/** The look of Start or Finish; `TapButton` is the one that times. */
export function TimingButton({ line, entry, word = WORDS[line], children, ...rest }: TimingButtonProps) {
  return (
    <button
      type="button"
      data-timing-button
      aria-label={`${word} ${entry.name}`}
      className={`${BASE} ${LOOKS[line]}`}
      {...rest}
    >
      {word}
      {children && <span className="digits text-16 font-[720] leading-5">{children}</span>}
    </button>
  );
}
