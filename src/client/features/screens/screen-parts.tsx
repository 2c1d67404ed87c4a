import type { CSSProperties, ReactNode } from 'react';
import type { Entry } from '../../../domain/model/state.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { RaceNow } from '../../../domain/board/race-now.ts';
import type { EpochMs } from '../../../domain/units.ts';
import type { ScreenSettings, Theme } from './read-settings.ts';

export interface ScreenProps {
  readonly event: EventState;
  readonly race: RaceNow;
  /** The common clock, to the second. */
  readonly at: EpochMs;
  readonly settings: ScreenSettings;
  /** False: what is shown is the last known state. */
  readonly isConnected: boolean;
}

const THEMES: Readonly<Record<Theme, Readonly<Record<`--${string}`, string>>>> = {
  auto: theme('paper', 'card', 'line', 'ink', 'ink-2'),
  dark: theme('board', 'board-raised', 'board-line', 'on-board', 'on-board-2'),
  light: { '--bg': '#f6f7f3', '--raised': '#ffffff', '--edge': '#dfe3da', '--fg': '#0d1410', '--fg-2': '#4a554e' },
};

function theme(bg: string, raised: string, edge: string, fg: string, fg2: string) {
  const [from, to] = [
    [bg, raised, edge, fg, fg2],
    ['--bg', '--raised', '--edge', '--fg', '--fg-2'],
  ] as const;
  return Object.fromEntries(to.map((name, index) => [name, `var(--color-${from[index]})`]));
}

export interface FrameProps {
  readonly settings: ScreenSettings;
  readonly className?: string;
  readonly children: ReactNode;
}

/** All sizes are in the height of the type, which grows with the screen: 32 px at 1920, 16 px on a phone. */
export function Frame({ settings, className = '', children }: FrameProps) {
  const style = { ...THEMES[settings.theme], fontSize: 'max(16px, 1.6667vw)', lineHeight: 1.2 } as CSSProperties;
  return (
    <main
      style={style}
      className={`digits fixed inset-0 flex flex-col overflow-hidden bg-(--bg) p-[0.75em] text-(--fg) ${className}`}
    >
      {children}
    </main>
  );
}

/** The connection is lost: said quietly, because what is shown is right as far as it goes. */
export function Lost({ isConnected }: { readonly isConnected: boolean }) {
  if (isConnected) return null;
  return (
    <span role="status" className="text-(--fg-2)">
      <span aria-hidden className="me-[0.3em] inline-block size-[0.5em] rounded-full bg-waiting" />
      no connection
    </span>
  );
}

/** A racer's number and name on one line. */
export function Racer({ entry, className = '' }: { readonly entry: Entry; readonly className?: string }) {
  return (
    <span dir="auto" className={`min-w-0 truncate ${className}`}>
      {entry.bib && <span className="me-[0.4em] inline-block min-w-[1.2em] text-(--fg-2)">{entry.bib}</span>}
      {entry.name}
    </span>
  );
}

/** Beside a time that is far from all others, until somebody says that it is right. */
export function ToCheck() {
  return <span className="ms-[0.5em] shrink-0 text-[0.8em] font-[650] text-(--fg-2)">to be checked</span>;
}
