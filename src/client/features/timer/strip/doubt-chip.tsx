import type { Line } from '../../../../domain/model/lines.ts';
import { attemptNow, type Entry, type EventState } from '../../../../domain/model/state.ts';
import { isOddTime, type Look } from '../../../../domain/results/looks.ts';
import { listChoices, nameChoices } from '../../../../domain/events/describe-readings.ts';
import { WarningIcon } from '../../../ui/icons.tsx';

export interface DoubtChipProps {
  readonly racerId: string;
  /** Null where the whole time is in doubt, and not one of its ends. */
  readonly line: Line | null;
  readonly label: string;
  readonly name: string;
  readonly onSettle: (racerId: string, line: Line | null) => void;
}

/** Chip with the question about a racer's times, in the racer's own row. */
export function DoubtChip({ racerId, line, label, name, onSettle }: DoubtChipProps) {
  return (
    <button
      type="button"
      aria-label={`${label} of ${name}`}
      onClick={() => onSettle(racerId, line)}
      className="relative flex h-6 w-fit max-w-full self-start items-center gap-1.5 rounded-full bg-waiting px-2.5 text-13 font-[720] text-on-waiting after:absolute after:-inset-y-2.5 after:inset-x-0 after:content-['']"
    >
      <WarningIcon className="size-4 shrink-0" />
      <span className="truncate">{label}</span>
    </button>
  );
}

export interface Choice extends Pick<DoubtChipProps, 'line' | 'label'> {
  readonly entry: Entry;
}

/** Null where the row has no room for it: then it stands in the list alone. */
export function describeChoice(event: EventState, look: Look): Choice | null {
  if (look.kind === 'readings') {
    const { line, racer } = look;
    const choices = listChoices(event, racer.entry.racerId, line);
    return { entry: racer.entry, line, label: nameChoices(choices.length, line) };
  }
  if (!isOddTime(look) || look.racer.attempt !== attemptNow(event)) return null;
  return { entry: look.racer.entry, line: null, label: 'Check this time' };
}
