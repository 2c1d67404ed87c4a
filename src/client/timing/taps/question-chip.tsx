import type { Line } from '../../../domain/model/lines.ts';

interface Asked {
  readonly racerId: string;
  readonly line: Line;
  readonly name: string;
  readonly bib: string | null;
}

export type AnswerQuestion = (tapId: string, asked: { readonly racerId: string; readonly line: Line }) => void;

export interface QuestionChipProps {
  readonly tapId: string;
  /** HH:MM:SS, the moment at which the finger came down. */
  readonly time: string;
  readonly racers: readonly Asked[];
  /** In a row the names need the room. */
  readonly showsTime?: boolean;
  readonly onAnswer: AnswerQuestion;
}

const word = (line: Line) => (line === 'start' ? 'Start' : 'Finish');

/** A time that could be of two racers, in the rows of both, or of a racer's start and finish: a press on the right one gives it. */
export function QuestionChip({ tapId, time, racers, showsTime = false, onAnswer }: QuestionChipProps) {
  // Where Start was, Finish has just come.
  const isOneRacer = racers.length > 1 && racers.every(({ racerId }) => racerId === racers[0]!.racerId);
  return (
    <div
      role="group"
      aria-label={`Whose time is ${time}?`}
      className="digits relative z-1 flex max-w-full items-center gap-1 text-13 text-ink-2"
    >
      {showsTime && time}
      {racers.map(({ racerId, line, name, bib }, index) => (
        <span key={`${racerId} ${line}`} className="flex min-w-0 items-center gap-1">
          {index > 0 && 'or'}
          <button
            type="button"
            aria-label={isOneRacer ? `Give ${time} to ${name}: ${word(line)}` : `Give ${time} to ${name}`}
            onClick={() => onAnswer(tapId, { racerId, line })}
            className="relative flex h-6 min-w-11 items-center justify-center rounded-full bg-waiting px-2 text-13 font-[720] text-on-waiting after:absolute after:-inset-y-2.5 after:inset-x-0 after:content-['']"
          >
            <span dir="auto" className="truncate">
              {isOneRacer ? word(line) : bib ? `${bib} ${name}` : name}
            </span>
          </button>
        </span>
      ))}
    </div>
  );
}
