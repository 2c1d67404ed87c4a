import { type Tap, timeOf } from '../../../domain/model/state.ts';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { OpenEvent } from '../event-context.ts';
import { recordWithUndo } from '../record.ts';

/** Button that moves a tap to another run, for a phone that had not heard of the next one. Nothing in an event of one run. */
export function MoveToRun({ open, tap }: { readonly open: OpenEvent; readonly tap: Tap }) {
  const { event } = open;
  const { count } = event.format.attempts;
  if (count === 1) return null;
  const others = Array.from({ length: count }, (_, index) => index + 1).filter((attempt) => attempt !== tap.attempt);
  const { id: tapId, racerId } = tap;
  const assign = (attempt: number) => ({ type: 'tap.assign', tapId, racerId, attempt }) as const;
  const move = (attempt: number) =>
    recordWithUndo(open, `Moved to heat ${attempt}`, assign(attempt), assign(tap.attempt));

  const time = formatExactTime(timeOf(tap), event.timeZone);
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    return (
      <Button className="px-4!" aria-label={`Move to heat ${only}: ${time}`} onClick={() => move(only)}>
        Move to heat {only}
      </Button>
    );
  }
  return (
    <Menu
      label={`Move to another heat: ${time}`}
      trigger={<Button className="px-4!">Move to heat…</Button>}
      items={others.map((attempt) => ({ label: `Heat ${attempt}`, onSelect: () => move(attempt) }))}
    />
  );
}
