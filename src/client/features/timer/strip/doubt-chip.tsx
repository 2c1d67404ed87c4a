import type { Doubt } from '../../../../domain/results/doubts.ts';
import type { Line } from '../../../../domain/model/lines.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { listChoices, nameChoices } from '../../../../domain/events/describe-readings.ts';
import { WarningIcon } from '../../../ui/icons.tsx';

export interface DoubtChipProps {
  readonly racerId: string;
  readonly line: Line;
  readonly label: string;
  readonly name: string;
  readonly onSettle: (racerId: string, line: Line) => void;
}

/** Several readings of one crossing, in the racer's own row. */
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

/** The first line of a racer that has several times to choose from, in words. */
export function describeChoice(event: EventState, { racer, lines }: Doubt): { line: Line; label: string } | null {
  const [line] = lines;
  if (line === undefined) return null;
  return { line, label: nameChoices(listChoices(event, racer.entry.racerId, line).length, line) };
}
