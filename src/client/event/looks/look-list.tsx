import type { BeforeOfficial } from '../../../domain/results/before-official.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { ChevronIcon } from '../../ui/tool-icons.tsx';
import type { OpenEvent } from '../event-context.ts';
import { checkTimes } from './check-times.ts';
import { describeLook, type LookWords, type LeadsTo } from './look-words.ts';

export interface LookListProps {
  readonly open: OpenEvent;
  readonly looks: readonly BeforeOfficial[];
  /** Question that this phone asks about a time without a name: 'Ada or Bo?' */
  readonly askOf?: (tapId: string) => string | null;
  readonly onOpen: (place: LeadsTo) => void;
}

/**
 * List of what needs a look. Each line leads to the place where it is settled for good; a time that is right as it is needs
 * one press.
 */
export function LookList({ open, looks, askOf, onOpen }: LookListProps) {
  const { event } = open;
  const describe = (look: BeforeOfficial): LookWords => {
    const words = describeLook(look, event);
    const asked = look.kind === 'unnamed' ? (askOf?.(look.tap.id) ?? null) : null;
    return asked === null ? words : { ...words, what: `${words.what}. ${asked}` };
  };
  return (
    <ul
      aria-label="What needs a look"
      className="divide-y divide-line overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      {looks.map((look) => {
        const words = describe(look);
        return (
          <li key={look.id} className="flex items-stretch">
            <Fact words={words} onOpen={onOpen} />
            {words.rightTimes.length > 0 && (
              <button
                type="button"
                aria-label={`It’s right: ${words.title}`}
                onClick={() => checkTimes(open, words.rightTimes)}
                className="flex min-h-16 w-24 shrink-0 flex-col items-center justify-center border-s border-line px-2 text-13 font-[650] text-ink-2 -outline-offset-2 hover:bg-soft"
              >
                <CheckIcon className="size-6" />
                It’s right
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface FactProps {
  readonly words: LookWords;
  readonly onOpen: (place: LeadsTo) => void;
}

function Fact({ words: { title, what, place }, onOpen }: FactProps) {
  const told = (
    <span className="min-w-0 flex-1">
      <bdi className="digits block font-[650] [overflow-wrap:anywhere]">{title}</bdi>
      <span className="digits block text-14 text-ink-2 [overflow-wrap:anywhere]">{what}</span>
    </span>
  );
  const look = 'flex min-h-16 min-w-0 flex-1 items-center gap-2 px-3.5 py-2 text-start';
  if (place === null) return <div className={look}>{told}</div>;
  return (
    <button type="button" onClick={() => onOpen(place)} className={`${look} -outline-offset-2 hover:bg-soft`}>
      {told}
      <ChevronIcon className="size-5 shrink-0 -rotate-90 text-ink-2" />
    </button>
  );
}
