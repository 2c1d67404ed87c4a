import type { Line } from '../../../../domain/events/state.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { BackIcon } from '../../../ui/icons.tsx';
import { withRun } from '../attempts/with-run.ts';
import type { OpenEvent } from '../event-context.ts';

export type Shown = 'waiting' | 'given' | 'bunches' | 'remote';

export interface FinishHeaderProps {
  readonly open: OpenEvent;
  readonly line: Line;
  readonly name: string;
  readonly lines: readonly { readonly line: Line; readonly name: string }[];
  readonly shown: Shown;
  readonly counts: Readonly<Record<Exclude<Shown, 'remote'>, number>>;
  readonly onLine: (line: Line) => void;
  readonly onShow: (shown: Shown) => void;
  readonly onClose: () => void;
}

const TABS = [
  { id: 'waiting', label: 'Waiting' },
  { id: 'given', label: 'Given' },
  { id: 'bunches', label: 'Bunches' },
] as const;

export function FinishHeader(props: FinishHeaderProps) {
  const { open, line, name, lines, shown, counts, onLine, onShow, onClose } = props;
  return (
    <header className="flex shrink-0 flex-col">
      <div className="flex items-center gap-1 px-1 pt-[env(safe-area-inset-top)]">
        <Button variant="quiet" className="px-3!" aria-label="Back to the race" onClick={onClose}>
          <BackIcon />
        </Button>
        {/* The focus begins here: on a button, a remote that sends Enter before it is learned would press it. */}
        <h1 tabIndex={-1} data-autofocus className="heading min-w-0 flex-1 truncate text-20 outline-none">
          {withRun(name, open.event)}
        </h1>
        <Signal open={open} />
        <Button
          variant="quiet"
          className="px-3! text-14!"
          aria-pressed={shown === 'remote'}
          onClick={() => onShow(shown === 'remote' ? 'waiting' : 'remote')}
        >
          Remote
        </Button>
      </div>
      <div className="flex flex-col gap-2 px-4 pb-2 empty:hidden">
        {lines.length > 1 && (
          <Choices
            label="Line"
            layout="line"
            chosen={line}
            options={lines.map((each) => ({ id: each.line, label: each.name }))}
            onChoose={onLine}
          />
        )}
        {shown !== 'remote' && (
          <Choices
            label="Times"
            layout="line"
            chosen={shown}
            options={TABS.map(({ id, label }) => ({ id, label: `${label} ${counts[id]}` }))}
            onChoose={onShow}
          />
        )}
      </div>
    </header>
  );
}

/** Says in a few words that taps are safe, where the page's own banner is covered. */
function Signal({ open }: { readonly open: OpenEvent }) {
  const status = useObservable(open.sync.status, null);
  if (status === null || status.connection !== 'connecting' || status.unsynced === 0) return null;
  return (
    <p role="status" className="digits text-13 leading-4 text-waiting-ink">
      No signal. {status.unsynced} saved here.
    </p>
  );
}
