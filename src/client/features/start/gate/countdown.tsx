import { useLayoutEffect, useRef } from 'react';
import { readCountdown, type Zone } from '../../../../domain/schedule/countdown.ts';
import { GO_MS } from '../../../../domain/schedule/gate.ts';
import { callAt, type ToneSet } from '../../../../domain/schedule/tones.ts';
import type { EpochMs } from '../../../../domain/units.ts';

export interface CountdownProps {
  /** Null where nobody has a time. */
  readonly at: EpochMs | null;
  readonly now: () => EpochMs;
  readonly tones: ToneSet;
  /** Time after the second for which a start is still in time. */
  readonly goMs: number;
  readonly isStarted: boolean;
}

const WORDS: Record<Zone, string> = { wait: 'Wait', ready: 'Get ready', go: 'Start now', late: 'Late' };
/** A clock that is measured anew corrects the digits within this time. */
const LOOK_AGAIN_MS = 250;

// The digits fill the width, five lengths of text in five sizes, or the height where that is less: the field gives way so
// that the name, the digits and the buttons are on the screen together.
const FIELD =
  'group @container-size flex min-h-[64px] shrink basis-[min(31svh,62cqw)] flex-col items-center justify-center overflow-hidden rounded-board border-4 px-2 ' +
  'data-[zone=wait]:border-line-strong data-[zone=wait]:bg-board data-[zone=wait]:text-on-board ' +
  'data-[zone=ready]:border-ink data-[zone=ready]:bg-waiting data-[zone=ready]:text-on-waiting ' +
  'data-[zone=go]:border-ink data-[zone=go]:bg-accent data-[zone=go]:text-on-accent ' +
  'data-[zone=late]:border-danger data-[zone=late]:bg-card data-[zone=late]:text-danger';
const DIGITS =
  'digits leading-[0.86] font-[820] whitespace-nowrap text-[min(60cqw,80cqh)] ' +
  'group-data-[length=4]:text-[min(46cqw,80cqh)] group-data-[length=5]:text-[min(36cqw,80cqh)] ' +
  'group-data-[length=6]:text-[min(30cqw,80cqh)] group-data-[length=7]:text-[min(27cqw,80cqh)]';

/** Written outside React, at the second: a render of the page would be late by its own length. */
export function Countdown({ at, now, tones, goMs, isStarted }: CountdownProps) {
  const field = useRef<HTMLDivElement>(null);
  const digits = useRef<HTMLParagraphElement>(null);
  const word = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const write = () => {
      const left = at - now();
      const { text, zone, changesIn } = readCountdown(left, { readyMs: tones.readyFrom * 1000, goMs });
      const call = callAt(tones, left);
      if (digits.current!.textContent !== text) digits.current!.textContent = text;
      field.current!.dataset['zone'] = zone;
      field.current!.dataset['length'] = String(text.length);
      const said = isStarted && zone === 'go' ? '✓ Started' : call === null ? WORDS[zone] : `Call: ${call}`;
      if (word.current!.textContent !== said) word.current!.textContent = said;
      timer = setTimeout(write, Math.max(1, Math.min(changesIn, LOOK_AGAIN_MS)));
    };
    write();
    return () => clearTimeout(timer);
  }, [at, now, tones, goMs, isStarted]);

  if (at === null) return null;
  return (
    <div ref={field} data-zone="wait" className={FIELD} role="timer" aria-label="Countdown">
      <p ref={digits} data-countdown className={DIGITS} />
      <p ref={word} className="text-[min(1.25rem,20cqh)] leading-[1.3] font-[760]" />
    </div>
  );
}

/** 'GO' stays for as long as a start is in time, and never shorter than it takes to read. */
export const goMsOf = (windowMs: number | null): number => Math.max(GO_MS, windowMs ?? 0);
