import { word } from '../../../../domain/language.ts';
import { stopNow } from '../../../../domain/model/stops.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { askToStop } from '../../../event/stop-race.ts';
import { withRun } from '../../../event/with-run.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/icons.tsx';

export interface GateHeaderProps {
  readonly open: OpenEvent;
  readonly isTogether: boolean;
  /** Null where fewer than two wait. */
  readonly onTogether: (() => void) | null;
  readonly onClose: () => void;
}

export function GateHeader({ open, isTogether, onTogether, onClose }: GateHeaderProps) {
  const alerts = useAlert();
  return (
    <header className="flex h-[min(3rem,12svh)] shrink-0 items-center gap-1 @max-[20rem]:gap-0">
      <Button
        variant="quiet"
        className="-ms-[12px] h-full min-h-0! px-3! py-0! @max-[18rem]:px-1!"
        aria-label="Back to the race"
        onClick={onClose}
      >
        <BackIcon />
      </Button>
      <h1
        className={`heading min-w-0 flex-1 truncate text-20 wrap-anywhere ${open.event.format.attempts.count > 1 ? '@max-[26rem]:line-clamp-3 @max-[26rem]:text-14 @max-[26rem]:leading-[1.1]' : '@max-[26rem]:line-clamp-2 @max-[26rem]:leading-[1.15]'} @max-[26rem]:whitespace-normal @max-[20rem]:line-clamp-3 @max-[20rem]:text-[min(0.8125rem,3.8svh)] @max-[11rem]:text-[min(0.5625rem,3.8svh)]`}
      >
        {withRun(word('Start gate', 'title'), open.event)}
      </h1>
      {stopNow(open.event) === null && (
        <Button
          variant="quiet"
          className="h-full min-h-0! px-3! py-0! text-danger! @max-[18rem]:px-1! @max-[18rem]:text-[min(0.8125rem,4.5svh)]! @max-[11rem]:text-[min(0.5625rem,4.5svh)]!"
          aria-label="Stop the race"
          onClick={() => void askToStop(open, alerts)}
        >
          Stop
        </Button>
      )}
      {onTogether !== null && (
        <Button
          variant="quiet"
          className="-me-[12px] h-full min-h-0! px-3! py-0! @max-[18rem]:w-min @max-[18rem]:px-1! leading-none! @max-[18rem]:text-[min(0.8125rem,4.5svh)]! @max-[11rem]:text-[min(0.5625rem,4.5svh)]!"
          onClick={onTogether}
        >
          {isTogether ? 'One by one' : 'Start together'}
        </Button>
      )}
    </header>
  );
}
