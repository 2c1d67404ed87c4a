import { type Tap, timeOf } from '../../../domain/model/state.ts';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import type { OpenEvent } from '../event-context.ts';

export interface MoveToRunProps {
  readonly open: OpenEvent;
  readonly tap: Tap;
}

/** For a tap of a phone that had not heard of the next run. Nothing in an event of one run. */
export function MoveToRun({ open: { event, sync, eventId }, tap }: MoveToRunProps) {
  const { count } = event.format.attempts;
  if (count === 1) return null;
  const others = Array.from({ length: count }, (_, index) => index + 1).filter((attempt) => attempt !== tap.attempt);
  const { id: tapId, racerId } = tap;
  const record = (attempt: number) =>
    void sync.recordForEvent(eventId, { type: 'tap.assign', tapId, racerId, attempt });

  function move(attempt: number): void {
    record(attempt);
    showUndo({ message: `Moved to run ${attempt}`, undo: () => record(tap.attempt) });
  }

  const time = formatExactTime(timeOf(tap), event.timeZone);
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    return (
      <Button className="px-4!" aria-label={`Move to run ${only}: ${time}`} onClick={() => move(only)}>
        Move to run {only}
      </Button>
    );
  }
  return (
    <Menu
      label={`Move to another run: ${time}`}
      trigger={<Button className="px-4!">Move to run…</Button>}
      items={others.map((attempt) => ({ label: `Run ${attempt}`, onSelect: () => move(attempt) }))}
    />
  );
}
