import type { ComponentProps, ReactNode } from 'react';
import type { EndLine } from '../../../domain/model/lines.ts';
import type { Entry } from '../../../domain/model/state.ts';
import { CheckIcon } from '../../ui/icons.tsx';

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
  /** The racer has a time of another phone here: a touch gives this phone's own. */
  readonly isAgain?: boolean;
}

// `pan-y`: a finger that moves scrolls the page and starts no racer, and two fingers on two buttons do not zoom.
// `contain-strict`: the clock in the button ticks without any layout outside.
const BASE =
  'flex h-16 w-27 shrink-0 touch-pan-y select-none flex-col items-center justify-center rounded-button border-2 px-1 ' +
  'contain-strict text-18 font-[760] leading-6 data-pressed:scale-[0.96] aria-busy:opacity-80 ' +
  'stacked:row-button disabled:cursor-not-allowed disabled:border-line disabled:bg-soft disabled:text-ink-2';

const LOOKS: Record<EndLine | 'again', string> = {
  again: 'border-transparent bg-soft text-good data-pressed:bg-ink data-pressed:text-paper',
  start:
    'border-ink bg-card text-ink not-disabled:hover:bg-soft not-disabled:data-pressed:bg-ink not-disabled:data-pressed:text-paper',
  finish:
    'border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-press not-disabled:data-pressed:bg-ink not-disabled:data-pressed:text-paper',
};

const WORDS: Record<EndLine, string> = { start: 'Start', finish: 'Finish' };

type Shared = Pick<TapButtonProps, 'line' | 'entry' | 'children' | 'word' | 'isAgain'>;
export interface TimingButtonProps extends Shared, Omit<ComponentProps<'button'>, 'children'> {}

/** The look of Start or Finish; `TapButton` is the one that times. */
export function TimingButton({
  line,
  entry,
  word = WORDS[line],
  isAgain = false,
  children,
  ...rest
}: TimingButtonProps) {
  return (
    <button
      type="button"
      data-timing-button
      data-racer={entry.racerId}
      data-line={line}
      {...(isAgain ? { 'data-again': '' } : {})}
      aria-label={isAgain ? `${word} ${entry.name} here too` : `${word} ${entry.name}`}
      className={`${BASE} ${LOOKS[isAgain ? 'again' : line]}`}
      {...rest}
    >
      {isAgain ? <CheckIcon className="size-6" /> : word}
      {children && <span className="digits text-16 font-[720] leading-5">{children}</span>}
    </button>
  );
}
