import { type ReactNode, useEffect } from 'react';
import { WarningIcon } from '../../../ui/icons.tsx';
import { hostUndo, type Shown, undoLast, useUndoStep } from '../../../ui/undo-bar.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import {
  countWaitingTaps,
  describeNoSignal,
  describeNoSignalShortly,
  useHasSignal,
} from '../../../timing/no-signal.ts';
import { NoticeAction } from './notice-action.tsx';
import { type BoardNotice, useNotices } from './notices.ts';

export interface StripProps {
  readonly open: OpenEvent;
  /** The number of things that only a person can settle. */
  readonly looks: number;
  readonly onLook: () => void;
  /** Refused taps that no row can say. */
  readonly refused: ReactNode;
  /** Shown at the right edge where there is room. */
  readonly search: ReactNode;
}

const BUTTON = 'min-h-11 shrink-0 rounded-bib px-2 text-14 font-[720] underline-offset-4 hover:underline md:px-3';

/**
 * Strip with everything that comes and goes while a race is timed: the last step and its Undo, notices, no signal. Its room is
 * always there, so that nothing below moves when it fills, and it lies over nothing.
 */
export function Strip({ open, looks, refused, onLook, search }: StripProps) {
  useEffect(hostUndo, []);
  const step = useUndoStep();
  const notices = useNotices(open);
  const hasSignal = useHasSignal();
  const waiting = countWaitingTaps(open);
  const noSignal = hasSignal ? null : describeNoSignal(waiting);
  const notice = step === null && noSignal === null && !refused ? notices[0] : undefined;
  const look = looks + notices.filter(({ tone }) => tone !== 'ask').length;
  return (
    <div className="@container flex h-11 items-center gap-2">
      {/* Regions are only heard if they were there before their words came. */}
      <section aria-label="Undo" className={step === null ? 'sr-only' : 'flex h-11 min-w-0 flex-1 items-center'}>
        <div role="status" className="flex min-w-0 flex-1 items-center">
          {step !== null && (
            <Step key={step.key} step={step} noSignal={hasSignal ? null : describeNoSignalShortly(waiting)} />
          )}
        </div>
      </section>
      <div role="status" className={step === null && notice === undefined && !refused ? 'min-w-0 flex-1' : 'sr-only'}>
        {noSignal !== null && step === null && <Line>{noSignal}</Line>}
      </div>
      {refused && step === null && <div className="min-w-0 flex-1">{refused}</div>}
      {notice && <FirstNotice notice={notice} onLook={onLook} />}
      {look > 0 && (
        <button
          type="button"
          aria-label={`Needs a look: ${look}`}
          onClick={onLook}
          // Where the strip is narrow the last step needs the room, for ten seconds.
          className={`digits min-h-11 shrink-0 items-center gap-1 rounded-bib px-2 text-14 font-[720] text-waiting-ink hover:bg-soft ${step === null ? 'flex' : 'hidden @lg:flex'}`}
        >
          <WarningIcon className="size-5" />
          {look}
          <span className="max-md:sr-only"> to look at</span>
        </button>
      )}
      {search}
    </div>
  );
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-14 leading-[1.125rem] text-ink">
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-waiting" />
      <span className="line-clamp-2">{children}</span>
    </p>
  );
}

function Step({ step, noSignal }: { readonly step: Shown; readonly noSignal: string | null }) {
  const { message, more } = step;
  return (
    <>
      <p className="digits min-w-0 text-14 leading-[1.125rem] max-md:flex-1 md:me-3">
        <span className={`${noSignal === null ? 'line-clamp-2' : 'line-clamp-1'} font-[650] [overflow-wrap:anywhere]`}>
          {message}
        </span>
        {noSignal !== null && <span className="block truncate text-13 text-ink-2">{noSignal}</span>}
      </p>
      {more && (
        <button
          type="button"
          onClick={more.run}
          className={`${BUTTON} whitespace-nowrap text-ink-2 @max-[16rem]:hidden`}
        >
          {more.label}
        </button>
      )}
      <button type="button" onClick={undoLast} className={`${BUTTON} text-ink underline`}>
        Undo
      </button>
    </>
  );
}

interface FirstNoticeProps extends Pick<StripProps, 'onLook'> {
  readonly notice: BoardNotice;
}

function FirstNotice({ notice: { tone, text, action }, onLook }: FirstNoticeProps) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className="flex min-w-0 flex-1 items-center gap-2">
      <p className={`line-clamp-2 text-14 leading-[1.125rem] ${tone === 'bad' ? 'text-danger' : 'text-ink-2'}`}>
        {text}
      </p>
      {action && <NoticeAction {...{ action, onLook }} className={`${BUTTON} flex items-center`} />}
    </div>
  );
}
