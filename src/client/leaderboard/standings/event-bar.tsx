import type { OpenEvent } from '../../event/event-context.ts';
import { EventFacts } from './event-facts.tsx';
import { attemptNow } from '../../../domain/model/state.ts';
import { counted } from '../../../domain/language.ts';
import { countRacers } from '../../../domain/results/lists.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { moveToRun } from '../../event/move-to-run.ts';

/** Notes above an event's lists, and the run that is timed: loaded only where an event has one of them. */
export function EventBar({ open }: { readonly open: OpenEvent }) {
  const { event } = open;
  return (
    <>
      <EventFacts {...event} />
      {event.format.attempts.count > 1 && <RunBar open={open} />}
    </>
  );
}

/** Which run is timed, and for the owner the way to the next. */
function RunBar({ open }: { readonly open: OpenEvent }) {
  const { confirm } = useAlert();
  const { event } = open;
  const { count } = event.format.attempts;
  const current = attemptNow(event);
  const next = current + 1;

  async function start(): Promise<void> {
    const { onCourse } = countRacers(readResults(event));
    const isSure =
      onCourse === 0 ||
      (await confirm({
        title: `Start heat ${next} now?`,
        message: `${counted(onCourse, 'racer is', 'racers are')} still on course in heat ${current}. Their finishes would count for heat ${next}.`,
        confirmLabel: `Start heat ${next}`,
        cautious: true,
      }));
    if (isSure) moveToRun(open, next);
  }

  return (
    <div className="mb-1 flex min-h-12 items-center gap-3 px-1">
      <p className="digits min-w-0 flex-1 text-18 font-[720]">
        Heat {current} of {count}
      </p>
      {next <= count && open.may('configure') && (
        <Button className="px-4!" onClick={() => void start()}>
          Start heat {next}
        </Button>
      )}
    </div>
  );
}
