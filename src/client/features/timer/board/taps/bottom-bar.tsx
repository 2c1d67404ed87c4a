import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import { Button } from '../../../../ui/button.tsx';
import type { BoardActionsProps } from '../header/board-actions.tsx';
import { RunningClock } from '../clocks/running-clock.tsx';
import { TapButton } from './tap-button.tsx';
import type { Tap } from './timing-button.tsx';

export interface BottomBarProps extends BoardActionsProps {
  /** The racer who is expected next, while their row is not in view: their Finish is then here, under the thumb. */
  readonly next: EntryResult | null;
  readonly onTap: Tap;
}

/** On a phone: the actions needed without scrolling. `data-bottom-bar` keeps toasts and the undo bar above it. */
export function BottomBar({ next, onTap, mayAdd, mayInvite, onAdd, onInvite }: BottomBarProps) {
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)]"
    >
      <div className="page flex h-20 items-center gap-2.5">
        {next !== null ? (
          <NextFinish key={next.entry.racerId} racer={next} onTap={onTap} />
        ) : (
          <>
            {mayAdd && (
              <Button size="lg" className="flex-1 font-[720]" onClick={onAdd}>
                Add Racers
              </Button>
            )}
            {mayInvite && (
              <Button size="lg" className="flex-1 font-[720]" onClick={onInvite}>
                Invite Admin
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function NextFinish({ racer, onTap }: { readonly racer: EntryResult; readonly onTap: Tap }) {
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="text-13 text-ink-2">Next expected</p>
        <p dir="auto" className="truncate text-16 font-[650]">
          {racer.entry.name}
        </p>
      </div>
      <TapButton line="finish" entry={racer.entry} isDisabled={false} onTap={onTap}>
        <RunningClock startTime={racer.startTime!} />
      </TapButton>
    </>
  );
}
