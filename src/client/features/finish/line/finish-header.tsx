import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BackIcon } from '../../../ui/icons.tsx';
import { CameraIcon } from '../../../ui/tool-icons.tsx';
import { withRun } from '../../../event/with-run.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { describeNoSignalShortly, useNoSignal } from '../../../timing/no-signal.ts';
import { takeFocus } from '../../../timing/waiting/panel.tsx';

export type Shown = 'waiting' | 'given' | 'bunches' | 'remote';

export interface FinishHeaderProps {
  readonly open: OpenEvent;
  readonly name: string;
  readonly shown: Shown;
  readonly counts: Readonly<Record<Exclude<Shown, 'remote'>, number>>;
  readonly onShow: (shown: Shown) => void;
  /** Null where there is one line only. */
  readonly onChangeLine: (() => void) | null;
  /** Null where this phone has no time to move, or no line to move it to. */
  readonly onMove: (() => void) | null;
  /** Gives the oldest time by a number; absent where nobody has one, null where no time waits. */
  readonly onPad: (() => void) | null | undefined;
  /** Null at a split point: a camera stands at the finish. */
  readonly onCamera: (() => void) | null;
  readonly onClose: () => void;
}

const TABS = [
  { id: 'waiting', label: 'Waiting' },
  { id: 'given', label: 'Given' },
  { id: 'bunches', label: 'Bunches' },
] as const;

/** With large text the words give way a little: below them a whole time must be in sight. */
const TOOL =
  'px-3! text-[min(0.875rem,4.5cqw)]! leading-tight @max-[16rem]:min-h-[48px]! @max-[16rem]:px-[8px]! @max-[16rem]:py-0!';

export function FinishHeader(props: FinishHeaderProps) {
  const { open, name, shown, counts, onShow, onChangeLine, onMove, onPad, onCamera, onClose } = props;
  return (
    <header className="@container flex shrink-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-1 px-1 pt-[env(safe-area-inset-top)]">
        <Button variant="quiet" className={TOOL} aria-label="Back to the race" onClick={onClose}>
          <BackIcon />
        </Button>
        {/* The focus begins here: on a button, a remote that sends Enter before it is learned would press it. */}
        <h1
          ref={takeFocus}
          tabIndex={-1}
          data-autofocus
          dir="auto"
          className="heading line-clamp-1 min-w-0 flex-1 text-[min(1.25rem,6.5cqw)] leading-[1.4] wrap-anywhere outline-none @max-[26rem]:line-clamp-2 @max-[26rem]:text-[min(1.25rem,4.5cqw)] @max-[26rem]:leading-[1.15]"
        >
          {withRun(name, open.event)}
        </h1>
        {onChangeLine !== null && (
          <div className="flex gap-1 @max-[40rem]:order-last @max-[40rem]:basis-full">
            <Button variant="quiet" className={TOOL} onClick={onChangeLine}>
              Change line
            </Button>
            {onMove !== null && (
              <Button variant="quiet" className={TOOL} onClick={onMove}>
                Move times to another line
              </Button>
            )}
          </div>
        )}
        <Signal open={open} />
        {onPad !== undefined && shown === 'waiting' && (
          <Button variant="quiet" className={TOOL} disabled={onPad === null} onClick={() => onPad?.()}>
            Number pad
          </Button>
        )}
        <Button
          variant="quiet"
          className={TOOL}
          aria-pressed={shown === 'remote'}
          onClick={() => onShow(shown === 'remote' ? 'waiting' : 'remote')}
        >
          Remote
        </Button>
      </div>
      {shown !== 'remote' && (
        <div className="flex items-center ps-4 pe-1 pb-2">
          <div className="min-w-0 flex-1">
            <Choices
              label="Times"
              layout="line"
              chosen={shown}
              options={TABS.map(({ id, label }) => ({ id, label: `${label} ${counts[id]}` }))}
              onChoose={onShow}
            />
          </div>
          {onCamera !== null && (
            <IconButton label="Finish camera" title="Finish camera" className="-my-1" onClick={onCamera}>
              <CameraIcon />
            </IconButton>
          )}
        </div>
      )}
    </header>
  );
}

/** Says in a few words that taps are safe, where the page's own banner is covered. */
function Signal({ open }: { readonly open: OpenEvent }) {
  const noSignal = useNoSignal(open, describeNoSignalShortly);
  return (
    <p role="status" className="digits max-w-28 text-13 leading-4 text-waiting-ink empty:hidden sm:max-w-none">
      {noSignal}
    </p>
  );
}
